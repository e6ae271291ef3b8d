/** What the operator can change while the service runs. */
import { Settings, SettingsChange } from '@toolpress/contract';
import { type Endpoint, forOperator } from '../../http/endpoint.js';
import type { SettingsStore } from './settings.js';

export function settingsEndpoints(settings: SettingsStore): Endpoint[] {
  return [
    forOperator({
      method: 'get',
      path: '/admin/settings',
      summary: 'The settings in force',
      answer: Settings,
      errors: [],
      handle: () => settings.current(),
    }),
    forOperator({
      method: 'patch',
      path: '/admin/settings',
      summary: 'Changes the settings that are named, effective on every gateway within two seconds',
      body: SettingsChange,
      answer: Settings,
      errors: [],
      handle: ({ body }) => settings.change(body),
    }),
  ];
}
