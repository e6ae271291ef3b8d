/**
 * How many requests of an account are at work on this gateway at a time. Each may hold a connection and megabytes of
 * memory, and those are this process's own: so they are counted here, in memory, not over all gateways.
 */
import { ServiceError } from '@toolpress/contract';
import type { SettingsStore } from '../accounts/settings/settings.js';

export class Concurrency {
  private readonly atWork = new Map<string, number>();

  constructor(private readonly settings: SettingsStore) {}

  /**
   * Counts a request as at work.
   *
   * @returns ends the count: to be called once, when the work is done and the answer is out. A caller who hangs up ends
   *   neither by that.
   * @throws ServiceError `concurrency_exceeded`, with `Retry-After`; the request is not counted then.
   */
  async enter(accountId: string): Promise<() => void> {
    const { concurrent_requests: limit } = (await this.settings.current()).rate_limit;
    const others = this.atWork.get(accountId) ?? 0;
    if (limit > 0 && others >= limit) throw tooMany(limit);
    this.atWork.set(accountId, others + 1);
    return () => this.leave(accountId);
  }

  private leave(accountId: string): void {
    const left = (this.atWork.get(accountId) ?? 0) - 1;
    if (left > 0) this.atWork.set(accountId, left);
    else this.atWork.delete(accountId);
  }
}

const tooMany = (limit: number): ServiceError =>
  new ServiceError(
    'concurrency_exceeded',
    `The account has as many requests at work as it may have at a time, ${limit}; wait for an answer, then send the next.`,
    { headers: { 'Retry-After': '1' } },
  );
