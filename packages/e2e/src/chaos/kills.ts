/** Kills and freezes of gateway, worker, browser and Redis at random moments. What was killed is started again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '@toolpress/testkit';
import { chromiumOf, signalAll } from './chromium-processes.js';

/** The pauses between two faults in milliseconds, in which the service makes progress. */
const LEAST_PAUSE = 200;
const MOST_PAUSE = 900;
/** No more faults of a stage follow when restarts and freezes have taken this long. On a busy machine only restarts would run. */
const FAULT_LIMIT_SECONDS = 60;
/** The durations of freezes in milliseconds: shorter and longer than time-outs of commands, locks and leases. */
export const FREEZES_MS = [2_000, 4_000, 6_500, 12_000, 30_000];
/** The share of faults that are freezes. */
const FROZEN = 0.5;

export const VICTIMS = ['gateway', 'worker', 'redis', 'browser'] as const;
export type Victim = (typeof VICTIMS)[number];

export class Kills {
  readonly counts: Record<Victim, number> = { gateway: 0, worker: 0, redis: 0, browser: 0 };
  freezes = 0;
  /** The seconds until the killed processes were ready again, and the frozen ones continued. */
  faultSeconds = 0;
  private readonly done = new AbortController();
  private left = 0;
  private faultLimit = 0;

  /**
   * @param random returns a number between 0 and 1, which decides victims and times
   * @param logs receives the logs of the killed workers
   */
  constructor(
    private readonly service: TestService,
    private readonly random: () => number,
    private readonly logs: string[],
  ) {}

  /** Begins a stage. @param most the number of faults in it. */
  allow(most: number): void {
    this.left = most;
    this.faultLimit = this.faultSeconds + FAULT_LIMIT_SECONDS;
  }

  /** Kills and freezes until `end()`. */
  async run(): Promise<void> {
    const { signal } = this.done;
    while (!signal.aborted) {
      const pause = LEAST_PAUSE + this.random() * (MOST_PAUSE - LEAST_PAUSE);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || this.left === 0 || this.faultSeconds > this.faultLimit) continue;
      this.left -= 1;
      const victim = VICTIMS[Math.floor(this.random() * VICTIMS.length)] as Victim;
      this.counts[victim] += 1;
      const begun = performance.now();
      if (this.random() < FROZEN) await this.freeze(victim);
      else await this.kill(victim);
      this.faultSeconds += (performance.now() - begun) / 1_000;
    }
  }

  end(): void {
    this.done.abort();
  }

  private async kill(victim: Victim): Promise<void> {
    const { service } = this;
    if (victim === 'gateway') await service.restartGateway('SIGKILL');
    else if (victim === 'browser')
      signalAll(chromiumOf(service, /./), 'SIGKILL'); // there may be none just then
    else if (victim === 'redis') {
      await service.redis.kill();
      await service.redis.restart();
    } else await this.replaceWorker();
  }

  private async replaceWorker(): Promise<void> {
    const worker = this.service.workers.shift();
    await worker?.end('SIGKILL');
    this.logs.push(worker?.output() ?? '');
    await this.service.addWorker();
  }

  /** Stops the processes of a victim for a while. A worker that ends itself after that is replaced. */
  private async freeze(victim: Victim): Promise<void> {
    const { service } = this;
    const [worker] = service.workers;
    const pids = {
      gateway: [service.gateway.pid],
      worker: [worker?.pid ?? 0],
      redis: [service.redis.pid],
      browser: chromiumOf(service, /./),
    }[victim];
    this.freezes += 1;
    signalAll(pids, 'SIGSTOP');
    const length = FREEZES_MS[Math.floor(this.random() * FREEZES_MS.length)];
    await sleep(length, undefined, { signal: this.done.signal }).catch(() => undefined);
    signalAll(pids, 'SIGCONT');
    if (victim !== 'worker') return;
    const hasEnded = await Promise.race([worker?.ended.then(() => true), sleep(SETTLE_MS, false)]);
    if (hasEnded === true) await this.replaceWorker();
  }
}

/** The time in milliseconds after which a worker that was frozen has ended itself or continues. */
const SETTLE_MS = 1_000;
