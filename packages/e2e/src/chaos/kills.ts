/** Kills of gateway, worker and Redis at random moments, each of which is started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '@toolpress/testkit';

/** The pauses between two kills in milliseconds, in which the service makes progress. */
const LEAST_PAUSE = 200;
const MOST_PAUSE = 900;
/** No more kills of a stage follow when restarts have taken this long. On a busy machine only restarts would run. */
const RESTART_LIMIT_SECONDS = 40;

export const VICTIMS = ['gateway', 'worker', 'redis'] as const;
export type Victim = (typeof VICTIMS)[number];

export class Kills {
  readonly counts: Record<Victim, number> = { gateway: 0, worker: 0, redis: 0 };
  /** The seconds until the killed processes were ready again. */
  restartSeconds = 0;
  private readonly done = new AbortController();
  private left = 0;
  private restartLimit = 0;

  /**
   * @param random returns a number between 0 and 1, which decides victims and times
   * @param logs receives the logs of the killed workers
   */
  constructor(
    private readonly service: TestService,
    private readonly random: () => number,
    private readonly logs: string[],
  ) {}

  /** Begins a stage. @param most the number of kills in it. */
  allow(most: number): void {
    this.left = most;
    this.restartLimit = this.restartSeconds + RESTART_LIMIT_SECONDS;
  }

  /** Kills until `end()`. */
  async run(): Promise<void> {
    const { signal } = this.done;
    while (!signal.aborted) {
      const pause = LEAST_PAUSE + this.random() * (MOST_PAUSE - LEAST_PAUSE);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || this.left === 0 || this.restartSeconds > this.restartLimit) continue;
      this.left -= 1;
      const victim = VICTIMS[Math.floor(this.random() * VICTIMS.length)] as Victim;
      this.counts[victim] += 1;
      const begun = performance.now();
      await this.kill(victim);
      this.restartSeconds += (performance.now() - begun) / 1_000;
    }
  }

  end(): void {
    this.done.abort();
  }

  private async kill(victim: Victim): Promise<void> {
    const { service } = this;
    if (victim === 'gateway') await service.restartGateway('SIGKILL');
    else if (victim === 'redis') {
      await service.redis.kill();
      await service.redis.restart();
    } else {
      const worker = service.workers.shift();
      await worker?.end('SIGKILL');
      this.logs.push(worker?.output() ?? '');
      await service.addWorker();
    }
  }
}
