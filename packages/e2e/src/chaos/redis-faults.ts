/** Faults of Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  eventually,
  startRedis,
  startRedisHosts,
  startTcpProxy,
  type TestService,
  writtenToDisk,
} from '@toolpress/testkit';
import type { Fault, Stage } from './experiment.js';
import { smallDisk } from './small-disk.js';
import { onFolder } from './stages.js';

const OUTAGE_MS = 2_000;
const PAUSE_MS = 5_000;
const LATE_MS = 300;
/** The number of times that all connections are closed within `OUTAGE_MS`. */
const KILLS = 4;
const REDIS_DISK_MIB = 24;
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

/** Redis answers each command 300 ms late. */
async function slowConnections(): Promise<Stage> {
  const redis = await startRedis();
  const cable = await startTcpProxy(redis.url.replace('redis://', ''));
  return onFolder({
    redis,
    env: { REDIS_URL: `redis://${cable.address}` },
    async strike() {
      cable.delay(LATE_MS);
      await sleep(PAUSE_MS);
      cable.delay(0);
    },
    close: () => cable.close(),
  });
}

/** Closes all connections of the service several times. */
async function killConnections({ redis }: TestService): Promise<void> {
  for (let round = 0; round < KILLS; round++) {
    const killed = await Promise.all(
      ['normal', 'pubsub'].map((type) => redis.command('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes')),
    );
    if (killed.every((count) => count === 0)) throw new Error('the service has no connection');
    await sleep(OUTAGE_MS / KILLS);
  }
}

/** Runs a script that does not end, so that Redis answers all others that it is busy. */
async function keepBusy({ redis }: TestService): Promise<void> {
  await redis.command('CONFIG', 'SET', 'busy-reply-threshold', '50');
  const endless = redis.command('EVAL', 'while true do end', '0').catch(() => undefined);
  await sleep(OUTAGE_MS);
  await redis.command('SCRIPT', 'KILL');
  await endless;
}

/** Makes Redis the replica of a host that does not exist. It then refuses writes. */
async function makeReadOnly({ redis }: TestService): Promise<void> {
  await redis.command('REPLICAOF', '127.0.0.1', '1');
  await sleep(OUTAGE_MS);
  await redis.command('REPLICAOF', 'NO', 'ONE');
}

/** Fills the disk of Redis. Returns undefined where no small file system can be mounted. */
async function redisOnSmallDisk(): Promise<Stage | undefined> {
  const disk = await smallDisk(REDIS_DISK_MIB);
  if (disk === undefined) return undefined;
  const redis = await startRedis({ settings: ['--dir', disk.path] });
  return onFolder({
    redis,
    async strike() {
      await disk.fill();
      await eventually(async () => {
        const info = String(await redis.command('INFO', 'persistence'));
        if (!/aof_last_write_status:err/.test(info)) throw new Error('its writes still succeed');
      }, PAUSE_MS);
      await sleep(OUTAGE_MS);
      await disk.free();
    },
    close: () => disk.unmount(),
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
    name: 'Redis’ disk full for 2 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 10_000,
    stage: redisOnSmallDisk,
  },
  {
    name: 'Redis read-only for 2 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 10_000,
    stage: () => onFolder({ strike: makeReadOnly }),
  },
  {
    name: 'Redis busy with a script for 2 s',
    isQuick: false,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: () => onFolder({ strike: keepBusy }),
  },
  {
    name: 'all connections to Redis killed four times',
    isQuick: true,
    expected: ['unavailable'],
    normalWithinMs: 15_000,
    stage: () => onFolder({ strike: killConnections }),
  },
  {
    name: 'Redis 300 ms late for 5 s',
    isQuick: false,
    expected: [],
    normalWithinMs: 10_000,
    stage: slowConnections,
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
