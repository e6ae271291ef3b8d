/** What accounts have used: only successes are counted. */
import type { ToolName, Usage } from '@toolpress/contract';
import type { Redis } from '@toolpress/runtime';
import { keys } from './keys.js';

export class UsageCounters {
  constructor(private readonly redis: Redis) {}

  /** Charges one successful call. All counters move together or not at all. */
  async charge(accountId: string, tool: ToolName, actions: number): Promise<void> {
    const key = keys.usage(accountId);
    const day = new Date().toISOString().slice(0, 10);
    const transaction = this.redis.multi();
    for (const scope of ['total', `tool:${tool}`, `day:${day}`]) {
      transaction.hincrby(key, `${scope}:requests`, 1).hincrby(key, `${scope}:actions`, actions);
    }
    await transaction.exec();
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
