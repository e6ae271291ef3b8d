/**
 * A Redis on a separate machine that can become unreachable without closing connections: packets to it are dropped. The machines are
 * network namespaces of Linux, each with a virtual cable. They end with their processes.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { type StartedProcess, startProcess } from './processes.js';
import { REDIS_READY, redisArguments, type TestRedis, withRedis } from './redis.js';

const run = promisify(execFile);
const NAME = 'redis.test';
const PORT = 6379;

interface Machine {
  address: string;
  /** Runs a command in it. */
  run(command: string, ...args: string[]): Promise<string>;
  start(command: string, args: readonly string[]): StartedProcess;
  /** Drops all packets to and from it from now on. */
  vanish(): Promise<void>;
  end(): Promise<void>;
}

export interface RedisHosts {
  /** Its URL has a name instead of an address. */
  redis: TestRedis;
  /** The launcher of processes that need the name. */
  launcher: readonly string[];
  vanish(): Promise<void>;
  /** Moves the name and the data to another machine. */
  appear(): Promise<void>;
}

/** Returns undefined without the necessary rights or programs. */
export async function startRedisHosts(): Promise<RedisHosts | undefined> {
  const machines: Machine[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-hosts-'));
  const hosts = join(folder, 'hosts');
  let machine: Machine;
  let server: StartedProcess | undefined;
  const clear = async (): Promise<void> => {
    await server?.end('SIGKILL');
    await Promise.all(machines.map((one) => one.end()));
    await rm(folder, { recursive: true, force: true });
  };
  const appear = async (): Promise<void> => {
    machine = await startMachine();
    machines.push(machine);
    const { address } = machine;
    server = machine.start('redis-server', [
      ...redisArguments({ address, port: PORT, folder }),
      '--protected-mode',
      'no',
    ]);
    await server.waitFor(REDIS_READY);
    await writeFile(hosts, `127.0.0.1 localhost\n${address} ${NAME}\n`);
  };
  const vanish = async (): Promise<void> => {
    await machine.vanish();
    await server?.end('SIGKILL');
  };
  try {
    await appear();
    // A separate mount namespace, whose hosts file has the name.
    const launcher = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts];
    const [command = '', ...args] = launcher;
    await run(command, [...args, 'getent', 'hosts', NAME]);
    const redis: TestRedis = {
      url: `redis://${NAME}:${PORT}`,
      get pid() {
        return server?.pid ?? -1;
      },
      command: (name, ...args) => withRedis(`redis://${machine.address}:${PORT}`, (one) => one.call(name, ...args)),
      kill: vanish,
      crash: vanish,
      restart: appear,
      stop: clear,
    };
    return { redis, launcher, vanish, appear };
  } catch {
    await clear();
    return undefined;
  }
}

async function startMachine(): Promise<Machine> {
  const holder = startProcess('unshare', ['--net', 'sleep', 'infinity']);
  try {
    const ours = await readlink('/proc/self/ns/net');
    await eventually(async () => {
      if ((await readlink(`/proc/${holder.pid}/ns/net`)) === ours) throw new Error('no separate network');
    });
    const inside = (command: string, args: readonly string[]): string[] => [
      '--target',
      String(holder.pid),
      '--net',
      command,
      ...args,
    ];
    const runInside = async (command: string, ...args: string[]): Promise<string> =>
      (await run('nsenter', inside(command, args))).stdout;
    const cable = `tp${randomBytes(5).toString('hex')}`;
    const net = `10.${randomInt(200, 250)}.${randomInt(256)}`;
    const base = 4 * randomInt(64);
    const address = `${net}.${base + 2}`;
    await run('ip', ['link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(holder.pid)]);
    await run('ip', ['address', 'add', `${net}.${base + 1}/30`, 'dev', cable]);
    await run('ip', ['link', 'set', cable, 'up']);
    await runInside('ip', 'address', 'add', `${address}/30`, 'dev', 'eth0');
    await runInside('ip', 'link', 'set', 'eth0', 'up');
    const [{ address: mac }] = JSON.parse(await runInside('ip', '-json', 'link', 'show', 'eth0')) as [
      { address: string },
    ];
    // Others do not ask for it: what does not answer is known to be gone.
    await run('ip', ['neighbour', 'replace', address, 'lladdr', mac, 'dev', cable, 'nud', 'permanent']);
    return {
      address,
      run: runInside,
      start: (command, args) => startProcess('nsenter', inside(command, args)),
      vanish: async () => void (await runInside('ip', 'address', 'flush', 'dev', 'eth0')),
      end: async () => void (await holder.end('SIGKILL')),
    };
  } catch (error) {
    await holder.end('SIGKILL');
    throw error;
  }
}
