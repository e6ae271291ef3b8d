/** A real Redis for one test file. It starts in some 30 ms, so that tests share and reset nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonQueueingRedis, waitUntilReady } from '@toolpress/runtime';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort, type StartedProcess, startProcess } from './processes.js';
import { quietLogger } from './quiet.js';

export interface TestRedis {
  readonly url: string;
  readonly pid: number;
  /** Runs a command on a separate connection. */
  command(name: string, ...args: string[]): Promise<unknown>;
  /** Kills the server as a crash would, after its buffers were written. Data on disk stays. */
  kill(): Promise<void>;
  /** Kills the server at once. Data that is only in its memory is lost. */
  crash(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

export interface RedisSettings {
  /** The program to start. The default is `redis-server`. */
  program?: string;
  /** Further arguments of the program, which win over those that the service requires. */
  settings?: readonly string[];
}

/** Starts a Redis with the settings that the service requires: append-only, no eviction. */
export async function startRedis({ program = 'redis-server', settings = [] }: RedisSettings = {}): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-redis-'));
  const port = await freePort();
  let server: StartedProcess;
  const launch = async (): Promise<void> => {
    server = startProcess(program, [...redisArguments({ address: '127.0.0.1', port, folder }), ...settings]);
    await server.waitFor(REDIS_READY);
  };
  await launch();
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    command: (name, ...args) => withRedis(redis.url, (one) => one.call(name, ...args)),
    async kill() {
      await writtenToDisk(redis);
      await server.end('SIGKILL');
    },
    async crash() {
      await server.end('SIGKILL');
    },
    restart: launch,
    stop: async () => {
      await server.end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return redis;
}

/** Runs commands on a separate connection. They are sent again on a new one if it breaks. */
export async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  // Without the check by `INFO`, commands such as `SCRIPT KILL` reach a Redis that is busy.
  const redis = new Redis(url, { enableReadyCheck: false });
  redis.on('error', () => undefined); // without a connection the command fails
  return work(redis).finally(() => redis.disconnect());
}

/** Starts a Redis and a connection of the apps' kind. `stop()` ends both. */
export async function startConnectedRedis(): Promise<{ server: TestRedis; redis: Redis }> {
  const server = await startRedis();
  const redis = nonQueueingRedis(server.url, 'test', quietLogger());
  await waitUntilReady(redis);
  const { stop } = server;
  const stopBoth = async (): Promise<void> => {
    redis.disconnect();
    await stop();
  };
  return { server: Object.assign(server, { stop: stopBoth }), redis };
}

/**
 * Waits until Redis has written its buffer, which holds the account and its token. With `appendfsync everysec` Redis delays writes for up to
 * two seconds while the disk is busy.
 */
export async function writtenToDisk(redis: Pick<TestRedis, 'command'>): Promise<void> {
  await eventually(async () => {
    const info = String(await redis.command('INFO', 'persistence'));
    if (!/^aof_buffer_length:0\r?$/m.test(info)) throw new Error('not yet written');
  });
}

export const REDIS_READY = /Ready to accept connections/;

/** Append-only, no eviction. */
export const redisArguments = (at: { address: string; port: number; folder: string }): string[] => [
  '--port',
  String(at.port),
  '--bind',
  at.address,
  '--dir',
  at.folder,
  '--appendonly',
  'yes',
  '--appendfsync',
  'everysec',
  '--maxmemory-policy',
  'noeviction',
  '--save',
  '',
];
