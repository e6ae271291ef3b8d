/** The ways Redis Sentinel promotes the replica. */
import { Worker } from 'node:worker_threads';
import { type RedisSentinels, startRedisSentinels } from '@toolpress/testkit';
import type { Fault } from './experiment.js';
import { onFolder } from './stages.js';

const FROZEN_MS = 20_000;
/** The number of threads that keep the processors busy. */
const BUSY_THREADS = 3;
/** The time in milliseconds before an unplanned failover whose last writes the replica may not have. */
export const FORGETS_MS = 1_000;

export interface Failover {
  name: string;
  /** Whether the replica has every write before it becomes the primary. */
  isPlanned: boolean;
  /** Resolves when one server is the primary and the other its replica. */
  strike(sentinels: RedisSentinels): Promise<void>;
}

export const FAILOVERS: readonly Failover[] = [
  {
    name: 'the primary killed, back later',
    isPlanned: false,
    async strike(sentinels) {
      await sentinels.killPrimary();
      await sentinels.restartEnded();
    },
  },
  {
    name: 'the primary shut down, back later',
    isPlanned: false,
    async strike(sentinels) {
      await sentinels.shutDownPrimary();
      await sentinels.restartEnded();
    },
  },
  { name: 'the primary frozen for 20 s', isPlanned: false, strike: (sentinels) => sentinels.freezePrimary(FROZEN_MS) },
  { name: 'primary and replica swapped', isPlanned: true, strike: (sentinels) => sentinels.swap() },
  {
    name: 'swapped while the first sentinel is frozen',
    isPlanned: true,
    async strike(sentinels) {
      const thaw = sentinels.freezeSentinel();
      await sentinels.swap().finally(thaw);
    },
  },
  {
    name: 'swapped while the processors are busy',
    isPlanned: true,
    async strike(sentinels) {
      const threads = Array.from({ length: BUSY_THREADS }, () => new Worker('for (;;);', { eval: true }));
      await sentinels.swap().finally(() => Promise.all(threads.map((thread) => thread.terminate())));
    },
  },
];

/** Each failover as a separate fault. */
export const FAILOVER_FAULTS: readonly Fault[] = FAILOVERS.map(({ name, isPlanned, strike }) => ({
  name: `sentinels: ${name}`,
  isQuick: false,
  expected: ['unavailable', 'deadline_exceeded'],
  normalWithinMs: 15_000,
  ...(!isPlanned && { forgetsMs: FORGETS_MS }),
  async stage() {
    const sentinels = await startRedisSentinels();
    return onFolder({ redis: sentinels.redis, workers: 2, strike: () => strike(sentinels) });
  },
}));
