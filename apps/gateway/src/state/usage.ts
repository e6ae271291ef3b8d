/** What accounts have used: only successes are counted. */
import type { ToolName, Usage } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from './keys.js';

export class UsageCounters {
  constructor(private readonly redis: Redis) {}

  /** Charges one successful call. All counters move together or not at all. */
  async charge(accountId: string, tool: ToolName, actions: number): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    await this.redis.eval(CHARGE, 1, keys.usage(accountId), actions, 'total', `tool:${tool}`, `day:${day}`);
  }

  async read(accountId: string): Promise<Usage> {
    const usage: Usage = { actions: 0, requests: 0, by_tool: {}, by_day: {} };
    for (const [field, value] of Object.entries(await this.redis.hgetall(keys.usage(accountId)))) {
      const [, scope, name = '', counter] = /^(total|tool|day):(?:(.*):)?(actions|requests)$/.exec(field) ?? [];
      if (counter !== 'actions' && counter !== 'requests') continue;
      if (scope === 'total') usage[counter] = Number(value);
      else {
        const group = scope === 'tool' ? usage.by_tool : usage.by_day;
        group[name] = { actions: 0, requests: 0, ...group[name], [counter]: Number(value) };
      }
    }
    return usage;
  }
}

/** One command instead of a transaction of eight: it stands on the way of every answer. */
const CHARGE = `
for scope = 2, #ARGV do
  redis.call('HINCRBY', KEYS[1], ARGV[scope] .. ':requests', 1)
  redis.call('HINCRBY', KEYS[1], ARGV[scope] .. ':actions', ARGV[1])
end`;
