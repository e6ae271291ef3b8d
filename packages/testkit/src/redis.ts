/** A real Redis of a test file's own: it starts in some 30 ms, so nothing needs to be shared or reset. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { eventually } from './eventually.js';
import { freePort, type StartedProcess, startProcess } from './processes.js';

export interface TestRedis {
  readonly url: string;
  readonly pid: number;
  /** Runs a command, on a connection of its own. */
  command(name: string, ...args: string[]): Promise<unknown>;
  /** Kills the server as a crash would, once all that was written so far has left its memory; data on disk stays. */
  kill(): Promise<void>;
  /** Kills it at once: what is still in its memory only is lost. */
  crash(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  restart(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** Starts a Redis with the persistence that the service demands: append-only, nothing evicted. */
export async function startRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-redis-'));
  const port = await freePort();
  let server: StartedProcess;
  const launch = async (): Promise<void> => {
    server = startProcess('redis-server', redisArguments({ address: '127.0.0.1', port, folder }));
    await server.waitFor(REDIS_READY);
  };
  await launch();
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return server.pid;
    },
    async command(name, ...args) {
      const redis = new Redis(`redis://127.0.0.1:${port}`);
      return redis.call(name, ...args).finally(() => redis.disconnect());
    },
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

/** With `appendfsync everysec` Redis holds writes back for up to two seconds while the disk is busy. */
/** Waits until all that was written so far, the account and its token above all, is out of Redis' own memory. */
export async function writtenToDisk(redis: Pick<TestRedis, 'command'>): Promise<void> {
  await eventually(async () => {
    const info = String(await redis.command('INFO', 'persistence'));
    if (!/^aof_buffer_length:0\r?$/m.test(info)) throw new Error('not yet written');
  });
}

export const REDIS_READY = /Ready to accept connections/;

/** Append-only, nothing evicted. */
export const redisArguments = (at: { address: string; port: number; folder: string }): string[] => [
  ...['--port', String(at.port), '--bind', at.address, '--dir', at.folder],
  ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction', '--save', ''],
];
