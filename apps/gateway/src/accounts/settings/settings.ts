/** Settings that the operator can change at runtime. They are stored in Redis and shared by all gateways. */
import { DEFAULT_SETTINGS, Settings, SettingsChange } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { type Endpoint, forOperator } from '../../api/endpoint.js';
import { keys } from '../../shared/keys.js';

/** The time in milliseconds after which a change is effective on every gateway. */
const FRESH_MS = 1_000;

/**
 * Stores each changed setting as a field of one hash (`area.name`) with a JSON value. So concurrent changes do not overwrite each other,
 * and unchanged settings follow the defaults of the running version.
 */
export class SettingsStore {
  private known: { settings: Promise<Settings>; readAt: number } | undefined;

  constructor(private readonly redis: Redis) {}

  /** Returns the settings, at most a second old: Redis is read at most once a second. */
  current(): Promise<Settings> {
    if (this.known === undefined || performance.now() - this.known.readAt > FRESH_MS) {
      const settings = this.redis.hgetall(keys.settings).then(withDefaults);
      const reading = { settings, readAt: performance.now() };
      this.known = reading;
      settings.catch(() => {
        if (this.known === reading) this.known = undefined; // the next request retries
      });
    }
    return this.known.settings;
  }

  /** Changes the given settings. A setting equal to its default follows the defaults again. Returns all settings after the change. */
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
      summary: 'The current settings',
      answer: Settings,
      handle: () => settings.current(),
    }),
    forOperator({
      method: 'patch',
      path: '/admin/settings',
      id: 'updateSettings',
      audit: { action: 'settings.update' },
      summary: 'Changes settings; effective on every gateway within two seconds',
      body: SettingsChange,
      answer: Settings,
      handle: ({ body }) => settings.change(body),
    }),
  ];
}

/** Returns the fields for Redis: `area.name` and the value as JSON. */
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
