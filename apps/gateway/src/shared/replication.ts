/** Waits until accepted jobs are on replicas, so that they survive the loss of the primary: `REDIS_WAIT_REPLICAS`. */
import { ServiceError } from '@toolpress/contract';
import { type Redis, redisUnavailable, TRIED } from '@toolpress/runtime';

/** How long replicas may take, in milliseconds. They mostly take one or two. */
const LIMIT_MS = 1_000;

interface Waiting {
  readonly key: string | undefined;
  resolve(): void;
  reject(error: unknown): void;
}

export class Replication {
  /** What waits for the next round. */
  private waiting: Waiting[] = [];
  private isAsking = false;

  /**
   * @param redis a separate connection: Redis answers nothing else on it while it waits for the replicas.
   * @param replicas the number of replicas.
   */
  constructor(
    private readonly redis: Redis,
    private readonly replicas: number,
  ) {}

  /**
   * Resolves when what other connections have written is on the replicas. What is written during a round shares the next one.
   *
   * @param key a key that must exist: it does not if it was lost with its primary.
   * @throws ServiceError `unavailable` when the replicas do not have it in time.
   */
  confirm(key?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      void this.ask();
    });
  }

  close(): void {
    this.redis.disconnect();
  }

  private async ask(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.waiting.length > 0) await this.round(this.waiting.splice(0));
    this.isAsking = false;
  }

  /** Asks for several keys. Never rejects. */
  private async round(asked: readonly Waiting[]): Promise<void> {
    const { redis, replicas } = this;
    try {
      // Redis waits for the writes of this connection only. Replicas have writes in their order, so also those before this one. And the
      // key may be on a former primary, from which a failover has moved this connection away.
      const [there, , reached] = await Promise.all([
        Promise.all(asked.map(({ key }) => (key === undefined ? 1 : redis.exists(key)))),
        redis.set(TRIED, '', 'PX', LIMIT_MS),
        redis.wait(replicas, LIMIT_MS),
      ]);
      for (const [index, { resolve, reject }] of asked.entries()) {
        if (reached >= replicas && there[index] === 1) resolve();
        else reject(notReplicated());
      }
    } catch (error) {
      for (const { reject } of asked) reject(redisUnavailable(error));
    }
  }
}

const notReplicated = (): ServiceError =>
  new ServiceError(
    'unavailable',
    'The database could not copy what you sent to its replicas in time, so that it could be lost; send it again with the same `Idempotency-Key`.',
    { headers: { 'Retry-After': '1' } },
  );
