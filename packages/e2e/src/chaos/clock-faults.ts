/** Machines with a wrong clock, or without a name server. Expiry, signatures and links depend on clocks; jobs, deadlines and queues do not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type StartedProcess, startRedis, type TestService } from '@toolpress/testkit';
import type { Fault, Stage } from './experiment.js';
import { BROKEN } from './load.js';
import { onFolder, onS3, preloaded } from './stages.js';

const MINUTE_MS = 60_000;
const JUMPS = 5;
const BETWEEN_JUMPS_MS = 200;
const NAMELESS_MS = 3_000;

const clockFault = (app: 'worker' | 'gateway', minutes: number, store: 'folder' | 'S3'): Fault => ({
  name: `clock of the ${app} ${Math.abs(minutes)} minutes ${minutes > 0 ? 'fast' : 'slow'}, ${store}`,
  isQuick: app === 'worker' && store === 'folder',
  // The gateway restarts on its port, which is closed for a moment.
  expected: app === 'worker' ? [] : [BROKEN],
  normalWithinMs: 15_000,
  stage() {
    const strike = (service: TestService): Promise<void> => shiftClock(service, app, minutes * MINUTE_MS);
    return store === 'S3' ? onS3(async () => ({ strike })) : onFolder({ strike });
  },
});

/** The clocks of gateway and worker jump while they work, forward and back. */
async function jumpClocks(): Promise<Stage> {
  const jumping = preloaded('clock-shift', { CLOCK_JUMP_MS: String(MINUTE_MS) });
  return onFolder({
    workers: 0,
    async prepare(service) {
      await service.restartGateway('SIGTERM', jumping);
      await service.addWorker(jumping);
    },
    async strike({ gateway, workers }) {
      for (let jump = 0; jump < JUMPS; jump++) {
        for (const { pid } of [gateway, ...workers]) process.kill(pid, 'SIGUSR2');
        await sleep(BETWEEN_JUMPS_MS);
      }
    },
  });
}

/** No name can be resolved, and all connections to Redis, which has a name, are closed. */
async function loseNames(): Promise<Stage> {
  const redis = await startRedis();
  const named = { REDIS_URL: redis.url.replace('127.0.0.1', 'localhost') };
  const forgetting = preloaded('lost-names', named);
  return onFolder({
    redis,
    workers: 0,
    async prepare(service) {
      await service.restartGateway('SIGTERM', forgetting);
      await service.addWorker(forgetting);
    },
    async strike({ gateway, workers }) {
      const signal = (): void => {
        for (const { pid } of [gateway, ...workers]) process.kill(pid, 'SIGUSR2');
      };
      signal();
      await sleep(BETWEEN_JUMPS_MS);
      for (const type of ['normal', 'pubsub']) await redis.command('CLIENT', 'KILL', 'TYPE', type);
      await sleep(NAMELESS_MS);
      signal();
    },
  });
}

export const CLOCK_FAULTS: readonly Fault[] = [
  {
    name: 'clocks of gateway and worker jump by a minute, five times',
    isQuick: false,
    expected: [BROKEN],
    normalWithinMs: 15_000,
    stage: jumpClocks,
  },
  {
    name: 'no name resolved for 3 s, connections to Redis killed',
    isQuick: false,
    expected: [BROKEN, 'unavailable'],
    normalWithinMs: 15_000,
    stage: loseNames,
  },
  clockFault('worker', 5, 'folder'),
  clockFault('worker', -5, 'S3'),
  clockFault('gateway', 5, 'S3'),
  clockFault('gateway', -5, 'folder'),
];

async function shiftClock(service: TestService, app: 'worker' | 'gateway', shiftMs: number): Promise<void> {
  const env = preloaded('clock-shift', { CLOCK_SHIFT_MS: String(shiftMs) });
  if (app === 'gateway') {
    await service.restartGateway('SIGTERM', env);
    return mustBeOff(service.gateway, shiftMs);
  }
  const [right] = service.workers;
  mustBeOff(await service.addWorker(env), shiftMs);
  await right?.end('SIGTERM');
}

/** Reads the clock from the process's own log: a fault that does not happen proves nothing. */
function mustBeOff(process: StartedProcess, shiftMs: number): void {
  const [, time = ''] = /"time":"([^"]+)".*"msg":"ready"/.exec(process.output()) ?? [];
  const off = Date.parse(time) - Date.now();
  if (!(Math.abs(off - shiftMs) < MINUTE_MS)) throw new Error(`the clock is ${off} ms off, not ${shiftMs}`);
}
