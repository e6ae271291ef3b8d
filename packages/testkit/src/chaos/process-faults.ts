/** Faults of the service's own processes, and of the browser's. */
import { eventually } from '../eventually.js';
import { descendantsOf } from '../process-tree.js';
import type { TestService } from '../service.js';
import type { Fault } from './experiment.js';
import { BROKEN } from './load.js';
import { onFolder } from './stages.js';

const PDF = '/api/utilities/html-to-pdf';

/** Sends a signal to the browser's processes of all workers whose command line matches. */
function signalChromium(service: TestService, signal: NodeJS.Signals, command: RegExp): void {
  const processes = service.workers.flatMap(({ pid }) => descendantsOf(pid)).filter((one) => command.test(one.command));
  if (processes.length === 0) throw new Error(`no process of Chromium matches ${command}`);
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // went down with its parent
    }
  }
}

/** Waits for a moment in which nearly all jobs that four clients can have are at work: who dies then has some of them. */
async function allAtWork({ redis, workers }: TestService): Promise<void> {
  const least = 2 * workers.length - 1;
  await eventually(async () => {
    const jobs = Number(await redis.command('LLEN', 'toolpress:render:active'));
    if (jobs < least) throw new Error(`${jobs} jobs at work, not ${least}`);
  }, 20_000);
}

/** A drawing whose layout never ends and takes some 300 MiB of memory a second; no script is needed for that. */
const ENDLESS = `<svg><defs><g id="g0"><rect width="1" height="1"/></g>${Array.from(
  { length: 30 },
  (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
).join('')}</defs><use href="#g30"/></svg>`;

export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'one of two workers killed',
    isQuick: false,
    expected: [],
    normalWithinMs: 15_000,
    stage: () =>
      onFolder({
        workers: 2,
        async strike(service, gone) {
          await allAtWork(service);
          await service.workers[0]?.end('SIGKILL');
          gone();
        },
      }),
  },
  {
    name: 'the only worker killed, started again',
    isQuick: false,
    expected: [],
    normalWithinMs: 15_000,
    stage: () =>
      onFolder({
        async strike(service, gone) {
          await allAtWork(service);
          await service.workers[0]?.end('SIGKILL');
          gone();
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
