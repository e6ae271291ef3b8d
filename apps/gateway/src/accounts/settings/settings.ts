/** What the operator can change while the service runs: kept in Redis, the same for all gateways. */
import { DEFAULT_SETTINGS, Settings, SettingsChange } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Endpoint, forOperator } from '../../http/endpoint.js';
import { keys } from '../../shared/keys.js';

/** A change is effective on every gateway after this time at the latest. */
const FRESH_MS = 1_000;

/**
 * Each changed setting is a field of one hash (`area.name`), its value is JSON: concurrent changes do not overwrite each
 * other, and settings never changed follow the defaults of the running version.
 */
export class SettingsStore {
  private known: { settings: Promise<Settings>; readAt: number } | undefined;

  constructor(private readonly redis: Redis) {}

  /** @returns the settings, at most a second old: Redis is read once a second however many requests there are. */
  current(): Promise<Settings> {
    if (this.known === undefined || performance.now() - this.known.readAt > FRESH_MS) {
      const settings = this.redis.hgetall(keys.settings).then(withDefaults);
      const reading = { settings, readAt: performance.now() };
      this.known = reading;
      settings.catch(() => {
        if (this.known === reading) this.known = undefined; // the next request asks again
      });
    }
    return this.known.settings;
  }

  /** Changes the given settings; one that is set to its default follows the defaults again. @returns all settings after that. */
  async change(change: SettingsChange): Promise<Settings> {
    const changed = Object.entries(fieldsOf(change));
    const defaults = fieldsOf(DEFAULT_SETTINGS);
    const kept = changed.filter(([field, value]) => value !== defaults[field]);
    const reset = changed.flatMap(([field, value]) => (value === defaults[field] ? [field] : []));
    const transaction = this.redis.multi();
    if (kept.length > 0) transaction.hset(keys.settings, Object.fromEntries(kept));
    if (reset.length > 0) transaction.hdel(keys.settings, ...reset);
    await transaction.exec();
    this.known = undefined;
    return this.current();
  }
}

export function settingsEndpoints(settings: SettingsStore): Endpoint[] {
  return [
    forOperator({
      method: 'get',
      path: '/admin/settings',
      id: 'getSettings',
      summary: 'The settings in force',
      answer: Settings,
      handle: () => settings.current(),
    }),
    forOperator({
      method: 'patch',
      path: '/admin/settings',
      id: 'updateSettings',
      summary: 'Changes the settings that are named, effective on every gateway within two seconds',
      body: SettingsChange,
      answer: Settings,
      handle: ({ body }) => settings.change(body),
    }),
  ];
}

/** As they are in Redis: `area.name`, and the value as JSON. */
const fieldsOf = (settings: SettingsChange): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([area, values]) =>
      Object.entries(values ?? {}).map(([name, value]) => [`${area}.${name}`, JSON.stringify(value)]),
    ),
  );

function withDefaults(stored: Record<string, string>): Settings {
  const settings = structuredClone(DEFAULT_SETTINGS) as unknown as Record<string, Record<string, unknown>>;
  for (const [area, values] of Object.entries(settings)) {
    for (const name of Object.keys(values)) {
      const value = stored[`${area}.${name}`];
      if (value !== undefined) values[name] = JSON.parse(value);
    }
  }
  return settings as unknown as Settings;
}
