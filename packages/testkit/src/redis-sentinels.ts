/** A primary, a replica and three sentinels on loopback. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRunning } from '@toolpress/runtime';
import { AFTER_WORK_MS, eventually } from './eventually.js';
import { freePort, type StartedProcess, startProcess } from './processes.js';
import { startRedis, type TestRedis, withRedis } from './redis.js';

const NAME = 'toolpress';
const SWAP = fileURLToPath(new URL('../../../deploy/swap-redis.sh', import.meta.url));
const run = promisify(execFile);
const SENTINELS = 3;
/** The time in milliseconds after which a swap is tried again that the sentinels refused, as they do soon after another one. */
const REFUSED_MS = 1_000;
/** The silence in milliseconds after which sentinels consider a killed server down. */
const DOWN_AFTER_MS = 1_000;
/** The same for servers that run. On a busy machine they may be silent for seconds; a failover then would lose writes. */
const PATIENT_MS = 60_000;

export interface RedisSentinels {
  /** For the service. Its URL names the sentinels; commands go to the primary. */
  redis: TestRedis;
  /** Kills the primary as a crash would, after the replica has all its writes. Resolves when the replica is the primary. */
  killPrimary(): Promise<void>;
  /** Shuts the primary down, which gives the replica its last writes. Resolves when the replica is the primary. */
  shutDownPrimary(): Promise<void>;
  /** Restarts the server that was killed or shut down, which sentinels make a replica. Resolves when it is one. */
  restartEnded(): Promise<void>;
  /** Freezes the primary, until the replica is the primary and some time more. Resolves when the frozen server is a replica. */
  freezePrimary(ms: number): Promise<void>;
  /** Freezes the sentinel that clients ask first, which accepts connections then and answers nothing. @returns a function that ends it. */
  freezeSentinel(): () => void;
  /** Swaps primary and replica without losses, with `deploy/swap-redis.sh`. Resolves when the former primary is a replica. */
  swap(): Promise<void>;
}

export async function startRedisSentinels(): Promise<RedisSentinels> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-sentinels-'));
  const first = await startRedis();
  const { port } = new URL(first.url);
  const servers = [first, await startRedis({ settings: ['--replicaof', '127.0.0.1', port] })];
  await eventually(async () => {
    if (!String(await first.command('INFO', 'replication')).includes('state=online')) throw new Error('no replica yet');
  });
  const started = await Promise.all(Array.from({ length: SENTINELS }, () => startSentinel(folder, port)));
  const asked = started.at(-1)?.port ?? 0; // the first one may be frozen
  const ask = (...command: [string, ...string[]]): Promise<unknown> => sentinelCall(asked, command);
  const waitBeforeDown = (milliseconds: number): Promise<unknown> =>
    Promise.all(
      started.map(({ port }) =>
        sentinelCall(port, ['SENTINEL', 'SET', NAME, 'down-after-milliseconds', String(milliseconds)]),
      ),
    );
  await eventually(async () => {
    const fields = (await ask('SENTINEL', 'MASTER', NAME)) as string[];
    const count = (name: string): number => Number(fields[fields.indexOf(name) + 1]);
    if (count('num-other-sentinels') < SENTINELS - 1 || count('num-slaves') < 1) throw new Error('not yet complete');
  });

  const portAt = async (sentinel: number): Promise<string | undefined> =>
    ((await sentinelCall(sentinel, ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME])) as string[])[1];
  const primary = async (): Promise<TestRedis> => {
    const current = await portAt(asked);
    const found = servers.find(({ url }) => new URL(url).port === current);
    if (found === undefined) throw new Error(`no server at port ${current}`);
    return found;
  };
  const isReplica = async (server: TestRedis): Promise<void> => {
    await eventually(async () => {
      const info = String(await server.command('INFO', 'replication'));
      if (!info.includes('role:slave') || !info.includes('master_link_status:up')) throw new Error('no replica yet');
    });
  };
  let ended: TestRedis | undefined;
  /** Waits until all sentinels that answer consider another server the primary. */
  const failedOver = async (former: TestRedis): Promise<void> => {
    await waitBeforeDown(DOWN_AFTER_MS);
    // All of them: for a patient sentinel that has not heard of it, the dead server is the primary, and it demotes the new one.
    await eventually(async () => {
      const known = await Promise.all(started.map((sentinel) => portAt(sentinel.port)));
      if (known.includes(new URL(former.url).port)) throw new Error('no failover yet');
    });
    await waitBeforeDown(PATIENT_MS);
  };
  const redis = Object.defineProperties(Object.create(first) as TestRedis, {
    url: { value: `redis+sentinel://${started.map((one) => `127.0.0.1:${one.port}`).join(',')}/${NAME}` },
    command: { value: async (name: string, ...args: string[]) => (await primary()).command(name, ...args) },
    stop: {
      value: async () => {
        await Promise.all(started.map(({ process }) => process.end('SIGKILL')));
        await Promise.all(servers.map((server) => server.stop()));
        await rm(folder, { recursive: true, force: true });
      },
    },
  });
  return {
    redis,
    async killPrimary() {
      const former = await primary();
      await replicate(former);
      await former.crash();
      ended = former;
      await failedOver(former);
    },
    async shutDownPrimary() {
      const former = await primary();
      const { pid } = former;
      process.kill(pid, 'SIGTERM');
      await eventually(() => {
        if (isRunning(pid)) throw new Error('it is still running');
      });
      ended = former;
      await failedOver(former);
    },
    async restartEnded() {
      if (ended === undefined) throw new Error('all servers run');
      await ended.restart();
      await isReplica(ended);
    },
    async freezePrimary(ms) {
      const former = await primary();
      await replicate(former);
      const until = Date.now() + ms;
      process.kill(former.pid, 'SIGSTOP');
      try {
        await failedOver(former);
        await sleep(Math.max(0, until - Date.now()));
      } finally {
        process.kill(former.pid, 'SIGCONT');
      }
      await isReplica(former);
    },
    freezeSentinel() {
      const pid = started[0]?.process.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      return () => process.kill(pid, 'SIGCONT');
    },
    async swap() {
      const former = await primary();
      await eventually(() =>
        run(SWAP, ['127.0.0.1', String(asked), NAME]).catch(async (error: unknown) => {
          await sleep(REFUSED_MS); // writes wait during each try
          throw error;
        }),
      );
      await isReplica(former);
    },
  };
}

const sentinelCall = (port: number, command: [string, ...string[]]): Promise<unknown> =>
  withRedis(`redis://127.0.0.1:${port}`, (sentinel) => sentinel.call(...command));

/** Waits until a replica has all writes so far. `WAIT` counts only those of the same connection. */
async function replicate({ url }: TestRedis): Promise<void> {
  await withRedis(url, async (redis) => {
    await redis.set('replicated', '', 'PX', 1);
    if ((await redis.wait(1, AFTER_WORK_MS)) < 1) throw new Error('the replica lacks writes');
  });
}

async function startSentinel(folder: string, primary: string): Promise<{ port: number; process: StartedProcess }> {
  const port = await freePort();
  const file = join(folder, `${port}.conf`);
  const settings = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${primary} 2`,
    `sentinel down-after-milliseconds ${NAME} ${PATIENT_MS}`,
    `sentinel failover-timeout ${NAME} 10000`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  const started = startProcess('redis-server', [file, '--sentinel']);
  await started.waitFor(/\+monitor master/);
  return { port, process: started };
}
