/** Faults of the service's own processes, and of the browser's. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedProcess, TestService } from '@toolpress/testkit';
import { eventually, jobsOf } from '@toolpress/testkit';
import { cgroupOf } from './cgroup.js';
import { signalChromium } from './chromium-processes.js';
import type { Fault, Stage } from './experiment.js';
import { BROKEN } from './load.js';
import { onFolder } from './stages.js';

const PDF = '/api/utilities/html-to-pdf';
/** The least number of active documents of a worker that is killed, under four clients. */
const LEAST_AT_WORK = 2;
/** The time a worker needs for this number of jobs on a busy machine. */
const AT_WORK_LIMIT_MS = 60_000;
/** The time in which other workers print the documents of a killed one: 2.5 s to detect its death, and the printing. */
const TAKEN_OVER_MS = 3_500;
/** The duration of a freeze in milliseconds. Shorter than the lifetime of a lock, so the process continues with its work. */
const FROZEN_MS = 5_000;
/** The time in which a started worker becomes ready. */
const START_MS = 2_500;

/**
 * Stops a worker that has documents at work, because losing an idle worker has no effect.
 *
 * @throws Error when it does not get any.
 */
async function holdAtWork(service: TestService, gone: () => void): Promise<StartedProcess> {
  const [worker] = service.workers;
  if (worker === undefined) throw new Error('there is no worker');
  await eventually(async () => {
    if ((await jobsOf(service.redis, worker.pid)).length < LEAST_AT_WORK) throw new Error('it has nothing to do');
    gone(); // the last time counts
    process.kill(worker.pid, 'SIGSTOP');
    const jobs = await jobsOf(service.redis, worker.pid);
    if (jobs.length >= LEAST_AT_WORK) return;
    process.kill(worker.pid, 'SIGCONT');
    throw new Error(`it has ${jobs.length} documents at work, not ${LEAST_AT_WORK}`);
  }, AT_WORK_LIMIT_MS);
  return worker;
}

async function killAtWork(service: TestService, gone: () => void): Promise<void> {
  const worker = await holdAtWork(service, gone);
  await worker.end('SIGKILL');
}

/** Stops a worker at work for a while. */
async function freezeWorker(service: TestService, gone: () => void): Promise<void> {
  const { pid } = await holdAtWork(service, () => undefined);
  await sleep(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
  gone();
}

/** Stops the process of pages at work for a while. */
async function freezeRenderer(service: TestService, gone: () => void): Promise<void> {
  const { pid } = await holdAtWork(service, () => undefined);
  signalChromium(service, 'SIGSTOP', /--type=renderer/);
  process.kill(pid, 'SIGCONT');
  await sleep(FROZEN_MS);
  signalChromium(service, 'SIGCONT', /--type=renderer/);
  gone();
}

/** Stops the gateway for a while. The clients wait for it. */
async function freezeGateway({ gateway: { pid } }: TestService, gone: () => void): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
  gone();
}

/** A drawing whose layout never ends and takes some 300 MiB of memory per second, without a script. */
const ENDLESS = `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
).join('')}</defs><use href="#g30"/></svg>`;

/** The kernel kills one of two workers, because its cgroup has no memory left. Returns undefined where cgroups can't be created. */
async function workerWithoutMemory(): Promise<Stage | undefined> {
  const cgroup = await cgroupOf();
  if (cgroup === undefined) return undefined;
  return onFolder({
    workers: 2,
    async strike(service, gone) {
      const worker = await holdAtWork(service, gone);
      await cgroup.limit(worker.pid);
      process.kill(worker.pid, 'SIGCONT');
      await eventually(async () => {
        if ((await Promise.race([worker.ended, sleep(0, 'running')])) === 'running') throw new Error('it still runs');
      }, OUT_OF_MEMORY_LIMIT_MS);
      gone();
    },
    close: () => cgroup.remove(),
  });
}

/** The time until a process without memory is killed. */
const OUT_OF_MEMORY_LIMIT_MS = 15_000;

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'one of two workers killed',
    isQuick: false,
    expected: [],
    normalWithinMs: TAKEN_OVER_MS,
    stage: () =>
      onFolder({
        workers: 2,
        strike: killAtWork,
      }),
  },
  {
    name: 'the only worker killed, started again',
    isQuick: false,
    expected: [],
    normalWithinMs: START_MS + TAKEN_OVER_MS,
    stage: () =>
      onFolder({
        async strike(service, gone) {
          await killAtWork(service, gone);
          await service.addWorker();
        },
      }),
  },
  {
    name: 'gateway killed, started again',
    isQuick: true,
    expected: [BROKEN],
    normalWithinMs: 15_000,
    stage: () =>
      onFolder({
        async strike(service, gone) {
          gone();
          await service.restartGateway('SIGKILL');
        },
      }),
  },
  {
    name: 'Chromium killed',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () => onFolder({ strike: async (service) => signalChromium(service, 'SIGKILL', /./) }),
  },
  {
    name: 'Chromium’s page killed for its memory',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () => onFolder({ strike: async (service) => signalChromium(service, 'SIGKILL', /--type=renderer/) }),
  },
  {
    name: 'Chromium hangs',
    isQuick: false,
    expected: ['deadline_exceeded'],
    normalWithinMs: 20_000,
    stage: () => onFolder({ deadlineMs: 6_000, strike: async (service) => signalChromium(service, 'SIGSTOP', /./) }),
  },
  {
    name: 'Chromium’s pages frozen for 5 s',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () => onFolder({ strike: freezeRenderer }),
  },
  {
    name: 'one of two workers frozen for 5 s',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () => onFolder({ workers: 2, strike: freezeWorker }),
  },
  {
    name: 'gateway frozen for 5 s',
    isQuick: false,
    expected: [],
    normalWithinMs: 5_000,
    stage: () => onFolder({ strike: freezeGateway }),
  },
  {
    name: 'a worker out of memory in its cgroup',
    isQuick: false,
    expected: [],
    normalWithinMs: START_MS + TAKEN_OVER_MS,
    stage: workerWithoutMemory,
  },
  {
    name: 'a document that takes all memory',
    isQuick: false,
    expected: [],
    normalWithinMs: 10_000,
    stage: () =>
      onFolder({
        env: { RENDER_MEMORY_MB: '256' },
        async strike(service) {
          const answer = await service.call(PDF, { body: { html: ENDLESS } });
          if (answer.status === 200) throw new Error('the document was printed');
        },
      }),
  },
];
