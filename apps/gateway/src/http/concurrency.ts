/**
 * How many requests of an account are at work on this gateway at a time. Each may hold a connection and megabytes of
 * memory, and those are this process's own: so they are counted here, in memory, not over all gateways.
 */
import { ServiceError } from '@toolpress/contract';
import type { Response } from 'express';
import type { SettingsStore } from '../state/settings.js';

export class Concurrency {
  private readonly atWork = new Map<string, number>();

  constructor(private readonly settings: SettingsStore) {}

  /**
   * Counts a request as at work until its response is closed.
   *
   * @throws ServiceError `concurrency_exceeded`, with `Retry-After`; the request is not counted then.
   */
  async enter(accountId: string, response: Response): Promise<void> {
    const { concurrent_requests: limit } = (await this.settings.current()).rate_limit;
    if (response.closed) return; // the caller has gone: its close has been by already
    const others = this.atWork.get(accountId) ?? 0;
    if (limit > 0 && others >= limit) throw tooMany(limit);
    this.atWork.set(accountId, others + 1);
    response.once('close', () => this.leave(accountId));
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
