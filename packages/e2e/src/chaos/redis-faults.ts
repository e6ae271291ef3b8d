/** Faults of Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis, startRedisHosts, startTcpProxy, writtenToDisk } from '@toolpress/testkit';
import type { Fault, Stage } from './experiment.js';
import { onFolder } from './stages.js';

const OUTAGE_MS = 2_000;
const PAUSE_MS = 5_000;
/** The delay of the last writes in milliseconds: with `appendfsync everysec` Redis delays them while the disk is busy. */
const LAST_WRITES_MS = 2_500;

/** Makes every connection to Redis silent. New ones work after a while. */
async function silentConnections(): Promise<Stage> {
  const redis = await startRedis();
  const cable = await startTcpProxy(redis.url.replace('redis://', ''));
  return onFolder({
    redis,
    env: { REDIS_URL: `redis://${cable.address}` },
    async strike(_service, gone) {
      cable.cut();
      await sleep(OUTAGE_MS);
      cable.mend();
      gone();
    },
    close: () => cable.close(),
  });
}

async function vanishingHost(): Promise<Stage | undefined> {
  const hosts = await startRedisHosts();
  if (hosts === undefined) return undefined;
  return onFolder({
    redis: hosts.redis,
    launcher: hosts.launcher,
    async strike({ redis }, gone) {
      await writtenToDisk(redis);
      await hosts.vanish();
      await sleep(OUTAGE_MS);
      await hosts.appear();
      gone();
    },
  });
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
  {
    name: 'connections to Redis silent, new ones go through after 2 s',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: silentConnections,
  },
  {
    name: 'Redis’ host vanishes, another under its name after 2 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    forgetsMs: LAST_WRITES_MS,
    stage: vanishingHost,
  },
];
