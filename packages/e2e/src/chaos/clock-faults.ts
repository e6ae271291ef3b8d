/** Machines with a wrong clock. Expiry, signatures and links depend on clocks; jobs, deadlines and queues do not. */
import { fileURLToPath } from 'node:url';
import type { StartedProcess, TestService } from '@toolpress/testkit';
import type { Fault } from './experiment.js';
import { BROKEN } from './load.js';
import { onFolder, onS3 } from './stages.js';

const MINUTE_MS = 60_000;

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

export const CLOCK_FAULTS: readonly Fault[] = [
  clockFault('worker', 5, 'folder'),
  clockFault('worker', -5, 'S3'),
  clockFault('gateway', 5, 'S3'),
  clockFault('gateway', -5, 'folder'),
];

async function shiftClock(service: TestService, app: 'worker' | 'gateway', shiftMs: number): Promise<void> {
  const env = {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('./clock-shift.js', import.meta.url))}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  };
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
