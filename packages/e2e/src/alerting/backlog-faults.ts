/** Background work that waits or fails. */
import type { AlertFault, Stage } from './faults-and-alerts.js';
import { workerOf } from './process-faults.js';

/** More than the rule allows with the divided count. */
const JOBS = 240;
const ROWS = 240;
/** The most of a batch, so that it is still open when the alert fires. */
const FAILING_ROWS = 10_000;

async function submit({ service }: Stage, html: string, rows: object[]): Promise<() => Promise<unknown>> {
  const { token } = await service.createAccount('batch');
  const body = { tool: 'json-to-pdf', input: { html, strict: true }, rows };
  const { id } = (await service.call('/api/batches', { token, body })).body.data;
  return () => service.call(`/api/batches/${id}`, { token, method: 'DELETE' });
}

const rowsOf = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ n, isEven: n % 2 === 0 }));

export const BACKLOG_FAULTS: readonly AlertFault[] = [
  {
    name: 'the only worker is killed while calls, jobs and rows wait',
    alerts: [...['AccountQueueLong', 'DocumentsWaitLong', 'InstanceDown', 'JobsWaitLong', 'NoWorker', 'RowsWaitLong']],
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
    name: 'rows of a batch have wrong data',
    alerts: ['RowsFail'],
    begin: (stage) => submit(stage, '[[#if isEven]][[nothing.at.all]][[/if]]<p>[[n]]', rowsOf(FAILING_ROWS)),
  },
];
