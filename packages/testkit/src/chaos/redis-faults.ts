/** Faults of Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../eventually.js';
import type { TestRedis } from '../redis.js';
import type { Fault } from './experiment.js';
import { onFolder } from './stages.js';

const OUTAGE_MS = 2_000;
const PAUSE_MS = 5_000;
/** With `appendfsync everysec` Redis holds writes back for up to two seconds while the disk is busy. */
const LAST_WRITES_MS = 2_500;

/** Waits until all that was written so far, the account and its token above all, is out of Redis' own memory. */
async function writtenToDisk(redis: TestRedis): Promise<void> {
  await eventually(async () => {
    const info = String(await redis.command('INFO', 'persistence'));
    if (!/^aof_buffer_length:0\r?$/m.test(info)) throw new Error('not yet written');
  }, 5_000);
}

export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: 'Redis killed, back after 2 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    forgetsMs: LAST_WRITES_MS,
    stage: () =>
      onFolder({
        async strike({ redis }) {
          await writtenToDisk(redis);
          await redis.kill();
          await sleep(OUTAGE_MS);
          await redis.restart();
        },
      }),
  },
  {
    name: 'Redis frozen for 5 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: () =>
      onFolder({
        async strike({ redis }) {
          process.kill(redis.pid, 'SIGSTOP');
          await sleep(PAUSE_MS);
          process.kill(redis.pid, 'SIGCONT');
        },
      }),
  },
  {
    name: 'Redis full for 3 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: () =>
      onFolder({
        async strike({ redis }) {
          await redis.command('CONFIG', 'SET', 'maxmemory', '1mb');
          await sleep(3_000);
          await redis.command('CONFIG', 'SET', 'maxmemory', '0');
        },
      }),
  },
];
