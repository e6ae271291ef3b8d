/** Regularly continues open batches that have stopped, see `sweep-batches.lua`. One gateway does so for all. */
import { isRedisOutage, type Logger, type Redis } from '@toolpress/runtime';
import { keys } from '../../shared/keys.js';
import { objectScript } from '../../shared/redis-scripts.js';
import { ROWS_PER_BLOCK } from '../row-records.js';

const sweepBatches = objectScript<
  { accounts: string; limit: number; rows_per_block: number },
  [accountId: string, batchId: string, action: string][]
>('shared/leased-queue', 'jobs/row-record', 'jobs/queue-batch', 'jobs/batches/sweep-batches');

const SWEEP_EVERY_MS = 30_000;
/** The largest number of batches that a sweep looks at. The oldest come first. */
const MAX_SWEPT = 1_000;

export interface BatchSweepOptions {
  redis: Redis;
  logger: Logger;
}

export class BatchSweep {
  private readonly timer: NodeJS.Timeout;

  /** Starts the sweeps. */
  constructor(private readonly options: BatchSweepOptions) {
    this.timer = setInterval(() => void this.sweepInTurn(), SWEEP_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Continues the batches that have stopped, and logs them: a script or a failover of Redis has left them so. @throws what Redis throws. */
  async sweep(): Promise<void> {
    const { redis, logger } = this.options;
    const continued = await sweepBatches.run(redis, [keys.openBatches, keys.jobLeases, keys.jobTurns], {
      ...{ accounts: keys.ofAccounts, limit: MAX_SWEPT, rows_per_block: ROWS_PER_BLOCK },
    });
    for (const [accountId, batch, action] of continued)
      logger.error({ accountId, batch, action }, 'a batch had stopped and is continued');
  }

  /** Sweeps unless another gateway has done so within the interval. */
  private async sweepInTurn(): Promise<void> {
    try {
      const isMine = await this.options.redis.set(keys.batchesSwept, '', 'PX', 0.9 * SWEEP_EVERY_MS, 'NX');
      if (isMine !== null) await this.sweep();
    } catch (error) {
      if (!isRedisOutage(error)) this.options.logger.error({ err: error }, 'cannot sweep batches');
    }
  }
}
