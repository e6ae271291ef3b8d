/** Background work that waits or fails. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertFault, Stage } from './faults-and-alerts.js';
import { repeat, signalChromium, workerOf } from './process-faults.js';

/** More than the rule allows with the divided count. */
const JOBS = 240;
const ROWS = 240;
/** The most of a batch, so that it is still open when the alert fires. */
const FAILING_ROWS = 10_000;
/**
 * Callers that wait all the time, and the least time for each document in milliseconds. A call takes 8 s: more than 5 s, less than the 15 s
 * that have another alert.
 */
const CALLERS = 80;
const PACE_MS = 100;
/** How long Chromium runs at a time, in milliseconds: for one or two documents. One that took half a second would lose its page. */
const RUN_MS = 10;
const PDF = '/api/utilities/html-to-pdf';

async function submit({ service }: Stage, html: string, rows: object[]): Promise<() => Promise<unknown>> {
  const { token } = await service.createAccount('batch');
  const body = { tool: 'json-to-pdf', input: { html, strict: true }, rows };
  const { id } = (await service.call('/api/batches', { token, body })).body.data;
  return () => service.call(`/api/batches/${id}`, { token, method: 'DELETE' });
}

/** Stops Chromium again and again, so that it prints at a slow pace for many callers. @returns a function that ends both. */
async function keepWaiting({ service }: Stage): Promise<() => Promise<unknown>> {
  const { token } = await service.createAccount('many callers');
  let dueAt = 0;
  const calls = Array.from({ length: CALLERS }, () =>
    repeat(async () => {
      await service.call(PDF, { token, body: { html: '<p>A call' } });
      dueAt = Math.max(dueAt, performance.now()) + PACE_MS;
    }),
  );
  const endPauses = repeat(async () => {
    signalChromium(service, 'SIGSTOP');
    await sleep(Math.max(0, dueAt - performance.now()));
    signalChromium(service, 'SIGCONT');
    await sleep(RUN_MS);
  });
  return async () => {
    await endPauses();
    await Promise.all(calls.map((end) => end()));
  };
}

const rowsOf = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ n, isEven: n % 2 === 0 }));

export const BACKLOG_FAULTS: readonly AlertFault[] = [
  {
    name: 'the only worker is killed while calls, jobs and rows wait',
    alerts: ['AccountQueueLong', 'DocumentsWaitLong', 'InstanceDown', 'JobsWaitLong', 'NoWorker', 'RowsWaitLong'],
    async begin(stage) {
      const { service } = stage;
      await workerOf(service).end('SIGKILL');
      const cancel = await submit(stage, '<p>[[n]]', rowsOf(ROWS));
      const { id, token } = await service.createAccount('jobs');
      const body = { tool: 'html-to-pdf', input: { html: '<p>A job' } };
      for (let job = 0; job < JOBS; job++) await service.call('/api/jobs', { token, body });
      return async () => {
        await service.call(`/admin/accounts/${id}`, { token: service.adminToken, method: 'DELETE' });
        await cancel();
        await service.addWorker();
      };
    },
  },
  {
    name: 'Chromium is so slow that calls wait all the time, and rows behind them',
    alerts: ['DocumentsSlow', 'RowsStall', 'RowsWaitLong'],
    async begin(stage) {
      const end = await keepWaiting(stage);
      const cancel = await submit(stage, '<p>[[n]]', rowsOf(ROWS));
      return async () => {
        await end();
        await cancel();
      };
    },
  },
  {
    name: 'rows of a batch have wrong data',
    alerts: ['RowsFail'],
    begin: (stage) => submit(stage, '[[#if isEven]][[nothing.at.all]][[/if]]<p>[[n]]', rowsOf(FAILING_ROWS)),
  },
];
