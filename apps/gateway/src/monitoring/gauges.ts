/** The gauges of the gateway: the queue, its workers, asynchronous work and the parts of the service. */
import { Gauge, type Metrics } from '@toolpress/runtime';
import type { Backlog } from './backlog.js';
import type { Readiness } from './health.js';
import type { QueueStatistics, RedisHealth } from './service-state.js';
import type { StoreWrites } from './store-probe.js';

export interface GaugeSources {
  readiness: () => Promise<Readiness>;
  queueStatistics: () => Promise<QueueStatistics>;
  backlog: () => Promise<Backlog>;
  redisHealth: () => Promise<RedisHealth>;
  storeWrites: () => StoreWrites | undefined;
  refusedAccounts: () => number;
}

/**
 * Registers the gauges. The gauges of the queue, of asynchronous work and of Redis cover the whole service and are absent
 * while Redis is unavailable.
 */
export function registerGauges(registry: Metrics, sources: GaugeSources): void {
  const gauges = new Gauges([registry]);
  queueGauges(gauges, sources);
  asynchronousGauges(gauges, sources);
  webhookGauges(gauges, sources);
  partGauges(gauges, sources);
}

/** Creates gauges whose unknown values are absent. */
class Gauges {
  constructor(readonly registers: Metrics[]) {}

  single<State>(
    source: () => Promise<State>,
    name: string,
    help: string,
    read: (state: State) => number | undefined,
  ): void {
    new Gauge({
      ...{ name, help, registers: this.registers },
      async collect() {
        const known = await source().catch(() => undefined);
        const value = known === undefined ? undefined : read(known);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }

  byState<State, Name extends string>(
    source: () => Promise<State>,
    name: string,
    help: string,
    states: readonly Name[],
    read: (state: State) => Record<Name, number>,
  ): void {
    new Gauge({
      ...{ name, help, registers: this.registers, labelNames: ['state'] },
      async collect() {
        const known = await source().catch(() => undefined);
        for (const state of states) {
          if (known === undefined) this.remove(state);
          else this.set({ state }, read(known)[state]);
        }
      },
    });
  }
}

function queueGauges(gauges: Gauges, { queueStatistics }: GaugeSources): void {
  gauges.byState(
    queueStatistics,
    'toolpress_queue_jobs',
    'Jobs in the queue of documents, by state; finished jobs are kept for a while.',
    ['waiting', 'active', 'delayed', 'failed', 'completed'],
    ({ queue }) => queue,
  );
  gauges.single(
    queueStatistics,
    'toolpress_queue_oldest_waiting_seconds',
    'Waiting time of the oldest waiting job; 0 when none waits.',
    ({ queue }) => queue.oldestWaitingSeconds,
  );
  gauges.single(
    queueStatistics,
    'toolpress_workers',
    'Workers with a heartbeat within the last five seconds.',
    ({ workers }) => workers.filter(({ alive }) => alive).length,
  );
}

function asynchronousGauges(gauges: Gauges, { backlog }: GaugeSources): void {
  gauges.byState(
    backlog,
    'toolpress_jobs',
    'Waiting asynchronous jobs, and running ones including rows of batches.',
    ['waiting', 'working'],
    ({ jobs }) => jobs,
  );
  gauges.single(
    backlog,
    'toolpress_jobs_oldest_waiting_seconds',
    'Waiting time of the oldest asynchronous job; 0 when none waits.',
    ({ jobs }) => jobs.oldestWaitingSeconds,
  );
  gauges.single(backlog, 'toolpress_batches_open', 'Open batches.', ({ batches }) => batches.open);
  gauges.single(backlog, 'toolpress_batch_rows_open', 'Open rows of batches.', ({ batches }) => batches.openRows);
  gauges.byState(
    backlog,
    'toolpress_batch_rows',
    'Waiting, done and failed rows of open batches.',
    ['waiting', 'done', 'failed'],
    ({ rows }) => rows,
  );
  gauges.single(
    backlog,
    'toolpress_batch_rows_oldest_waiting_seconds',
    'Age of the oldest open batch with waiting rows; 0 when none waits.',
    ({ rows }) => rows.oldestWaitingSeconds,
  );
  new Gauge({
    name: 'toolpress_account_waiting',
    help: 'Waiting jobs and rows of the ten accounts with the most waiting work.',
    labelNames: ['account', 'kind'],
    registers: gauges.registers,
    async collect() {
      this.reset();
      const { shares } = await backlog().catch(() => ({ shares: [] }));
      for (const { account, jobs, rows } of shares) {
        this.set({ account, kind: 'job' }, jobs);
        this.set({ account, kind: 'row' }, rows);
      }
    },
  });
}

function webhookGauges(gauges: Gauges, { backlog }: GaugeSources): void {
  gauges.byState(
    backlog,
    'toolpress_webhook_deliveries',
    'Waiting and running deliveries to webhooks.',
    ['waiting', 'sending'],
    ({ deliveries }) => deliveries,
  );
  gauges.single(
    backlog,
    'toolpress_webhook_deliveries_retried',
    'Waiting deliveries whose last attempt failed, at most 200.',
    ({ deliveries }) => deliveries.retried,
  );
  gauges.single(
    backlog,
    'toolpress_webhook_deliveries_overdue_seconds',
    'Delay of the first due delivery; 0 when none is due.',
    ({ deliveries }) => deliveries.overdueSeconds,
  );
  gauges.single(
    backlog,
    'toolpress_webhooks_disabled',
    'Webhooks that are disabled because their receivers answered 410.',
    ({ disabledWebhooks }) => disabledWebhooks,
  );
}

function partGauges(gauges: Gauges, { redisHealth, storeWrites, refusedAccounts, readiness }: GaugeSources): void {
  gauges.single(
    redisHealth,
    'toolpress_redis_memory_used_bytes',
    'Memory that Redis uses.',
    ({ usedBytes }) => usedBytes,
  );
  gauges.single(
    redisHealth,
    'toolpress_redis_memory_limit_bytes',
    'The memory limit of Redis; absent without one.',
    ({ maxBytes }) => maxBytes ?? undefined,
  );
  gauges.single(
    redisHealth,
    'toolpress_redis_append_only',
    'Whether Redis’ append-only file is on: 1 or 0.',
    (health) => Number(health.appendOnly),
  );
  gauges.single(
    redisHealth,
    'toolpress_redis_writes_ok',
    'Whether Redis accepts writes, which it refuses when its disk fails: 1 or 0.',
    ({ writesWork }) => Number(writesWork),
  );
  gauges.single(
    async () => storeWrites(),
    'toolpress_storage_writes_ok',
    'Whether the file store accepted this gateway’s latest test file: 1 or 0.',
    (writes) => writes && Number(writes.work),
  );
  new Gauge({
    name: 'toolpress_accounts_refused',
    help: 'Accounts whose calls this gateway refuses because charging an earlier one fails.',
    registers: gauges.registers,
    collect() {
      this.set(refusedAccounts());
    },
  });
  new Gauge({
    name: 'toolpress_part_up',
    help: 'Whether a part of the service answers this gateway: 1 or 0.',
    labelNames: ['part'],
    registers: gauges.registers,
    async collect() {
      for (const [part, { available }] of Object.entries(await readiness())) this.set({ part }, available ? 1 : 0);
    },
  });
}
