/** Faults of the gateway, the worker and its browser. */
import { setTimeout as sleep } from 'node:timers/promises';
import { descendantsOf, eventually, type StartedProcess, type TestService } from '@toolpress/testkit';
import type { AlertFault } from './faults-and-alerts.js';

/** Longer than the rule allows, shorter than a scrape may take and a worker may be silent. */
const BLOCKED_MS = 2_600;
const PAUSE_MS = 4_000;
/** Each takes some 12 MB without a document. */
const TOO_MANY_PAGES = 100;
const PDF = '/api/utilities/html-to-pdf';

export const workerOf = (service: TestService): StartedProcess => {
  const worker = service.workers.at(-1);
  if (worker === undefined) throw new Error('there is no worker');
  return worker;
};

export async function restartWorker(service: TestService, env?: Record<string, string>): Promise<void> {
  await workerOf(service).end();
  await service.addWorker(env);
}

/** Repeats work until the returned function is called, which waits for the end of the work. */
export function repeat(work: () => Promise<unknown>): () => Promise<unknown> {
  let isOver = false;
  const running = (async () => {
    while (!isOver) await work();
  })();
  return () => {
    isOver = true;
    return running;
  };
}

/** Kills Chromium. Resolves when the worker has noticed: before, a document could still fail in it. */
async function killChromium(service: TestService): Promise<void> {
  const { pid: worker } = workerOf(service);
  const killed = descendantsOf(worker).map(({ pid }) => pid);
  signalChromium(service, 'SIGKILL');
  await eventually(() => {
    if (descendantsOf(worker).some(({ pid }) => killed.includes(pid))) throw new Error('Chromium still runs');
  });
}

export function signalChromium(service: TestService, signal: NodeJS.Signals): void {
  for (const { pid } of descendantsOf(workerOf(service).pid)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended with its parent.
    }
  }
}

export const WORKER_FAULTS: readonly AlertFault[] = [
  {
    name: 'the only worker is killed while documents wait',
    alerts: ['DocumentsWaitLong', 'InstanceDown', 'NoWorker'],
    async begin({ service }) {
      await workerOf(service).end('SIGKILL');
      return () => service.addWorker();
    },
  },
  {
    name: 'the only gateway is stopped',
    alerts: ['InstanceDown', 'NoGateway'],
    async begin({ service }) {
      await service.gateway.end();
      return () => service.restartGateway();
    },
  },
  {
    name: 'the worker is blocked again and again',
    alerts: ['EventLoopBlocked'],
    begin: async ({ service }) =>
      repeat(async () => {
        const { pid } = workerOf(service);
        process.kill(pid, 'SIGSTOP');
        await sleep(BLOCKED_MS);
        process.kill(pid, 'SIGCONT');
        await sleep(PAUSE_MS);
      }),
  },
];

export const BROWSER_FAULTS: readonly AlertFault[] = [
  {
    name: 'Chromium is killed again and again between documents',
    alerts: ['BrowserRestarts'],
    async begin({ service, client }) {
      await client.pause();
      const end = repeat(async () => {
        await killChromium(service);
        await service.call(PDF, { body: { html: '<p>' } });
      });
      return async () => {
        await end();
        client.resume();
      };
    },
  },
  {
    name: 'the worker has more pages than its memory allows',
    alerts: ['BrowserMemoryHigh'],
    async begin({ service }) {
      await restartWorker(service, { RENDER_CONCURRENCY: String(TOO_MANY_PAGES) });
      return () => restartWorker(service);
    },
  },
];
