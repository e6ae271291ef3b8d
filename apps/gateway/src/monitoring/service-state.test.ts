import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from '@toolpress/runtime';
import { eventually, startConnectedRedis, type TestRedis } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';
import { healthIssuesOf, readRedisHealth, type ServiceState } from './service-state.js';

type State = Omit<ServiceState, 'troubles'>;

const worker = {
  ...{ id: 'w1', host: 'h', pid: 1, version: '1', startedAt: '2030-01-01T00:00:00.000Z', concurrency: 2, busy: 1 },
  ...{ silentSeconds: 0.5, alive: true },
};
const health = {
  ...{ version: '7', usedBytes: 10, maxBytes: 100, evictionPolicy: 'noeviction', appendOnly: true, writesWork: true },
  connectedClients: 1,
};
const backlog = {
  jobs: { waiting: 900, working: 16, oldestWaitingSeconds: 1_800 },
  batches: { open: 0, openRows: 0, oldest: [] },
  rows: { waiting: 900, done: 100, failed: 20, oldestWaitingSeconds: 1_800 },
  deliveries: {
    ...{ waiting: 3, sending: 0, retried: 3, overdueSeconds: 60 },
    failing: [{ host: 'shop.example', waiting: 3, last: '503' }],
  },
  disabledWebhooks: 1,
  shares: [{ account: 'acc_1', jobs: 900, rows: 900 }],
};
const well: State = {
  at: '2030-01-01T00:00:00.000Z',
  gateway: { version: '1', uptimeSeconds: 1, refusedAccounts: 0 },
  redis: { reachable: true, health },
  storage: { reachable: true, writes: { work: true } },
  queue: { waiting: 3, active: 1, delayed: 0, failed: 9, completed: 5, oldestWaitingSeconds: 2 },
  workers: [worker],
  backlog,
  errors: [],
};
const levels = (change: Partial<State>): string[] => healthIssuesOf({ ...well, ...change }).map(({ level }) => level);

describe('The health issues of the service', () => {
  it('are empty when all parts work', () => {
    expect(healthIssuesOf(well)).to.deep.equal([]);
  });

  it('are bad when callers are affected: an unavailable part, no worker, a failing charge, a failing disk of Redis', () => {
    const full = { work: false, reason: 'ENOSPC: no space left on device, write' };
    expect(levels({ storage: { reachable: true, writes: full } })).to.deep.equal(['bad']);
    expect(levels({ storage: { reachable: false, writes: full } })).to.deep.equal(['bad']);
    expect(levels({ workers: [] })).to.deep.equal(['bad']);
    expect(levels({ gateway: { ...well.gateway, refusedAccounts: 1 } })).to.deep.equal(['bad']);
    expect(levels({ redis: { reachable: true, health: { ...health, writesWork: false } } })).to.deep.equal(['bad']);
    const withoutRedis = {
      redis: { reachable: false, health: null },
      queue: null,
      workers: null,
      backlog: null,
      work: null,
    };
    expect(levels(withoutRedis)).to.deep.equal(['bad']);
  });

  it('are warnings for a silent worker, a long wait, and a Redis that loses data or fills up', () => {
    expect(levels({ workers: [worker, { ...worker, alive: false, silentSeconds: 20 }] })).to.deep.equal(['warn']);
    expect(
      levels({ queue: { waiting: 1, active: 0, delayed: 0, failed: 0, completed: 0, oldestWaitingSeconds: 11 } }),
    ).to.deep.equal(['warn']);
    for (const fault of [
      { jobs: { ...backlog.jobs, oldestWaitingSeconds: 3_700 } },
      { rows: { ...backlog.rows, oldestWaitingSeconds: 3_700 } },
      { rows: { ...backlog.rows, failed: 26 } },
      { deliveries: { ...backlog.deliveries, overdueSeconds: 901 } },
      { shares: [...backlog.shares, { account: 'acc_2', jobs: 16_001, rows: 0 }] },
    ])
      expect(levels({ backlog: { ...backlog, ...fault } }), JSON.stringify(fault)).to.deep.equal(['warn']);
    for (const fault of [{ appendOnly: false }, { evictionPolicy: 'allkeys-lru' }, { usedBytes: 81 }]) {
      expect(levels({ redis: { reachable: true, health: { ...health, ...fault } } })).to.deep.equal(['warn']);
    }
  });

  it('leave out what only follows from another issue', () => {
    const silent = { ...worker, alive: false, silentSeconds: 20 };
    const waiting = { waiting: 1, active: 0, delayed: 0, failed: 0, completed: 0, oldestWaitingSeconds: 900 };
    const rows = { ...backlog.rows, oldestWaitingSeconds: 9_000 };
    const change = { workers: [silent], queue: waiting, backlog: { ...backlog, rows } };
    expect(levels(change)).to.deep.equal(['bad']);
    const full = { ...health, usedBytes: 100 };
    const [issue, ...more] = healthIssuesOf({ ...well, ...change, redis: { reachable: true, health: full } });
    expect(issue?.text).to.match(/^Redis is full/);
    expect(more).to.deep.equal([]);
    const errors = [{ code: 'unavailable' as const, count: 64, minutesAgo: 0 }];
    expect(levels({ errors })).to.deep.equal(['warn']);
    const away = { reachable: false, writes: null };
    expect(levels({ errors, storage: away })).to.deep.equal(['bad']);
  });

  it('list faults of the service, not mistakes of callers, the worst first', () => {
    const errors = [
      { code: 'invalid_parameter' as const, count: 900, minutesAgo: 0 },
      { code: 'target_unreachable' as const, count: 80, minutesAgo: 0 },
      { code: 'queue_full' as const, count: 9, minutesAgo: 0 },
      { code: 'internal' as const, count: 2, minutesAgo: 40 },
    ];
    const issues = healthIssuesOf({ ...well, errors, workers: [] });
    expect(issues.map(({ level, text }) => `${level}: ${text}`)).to.deep.equal([
      'bad: No worker is alive: documents are not printed. Start a worker, or look at the workers’ logs.',
      'warn: 9 × `queue_full` in the last hour, also in the last minute. Start more workers.',
      'warn: 2 × `internal` in the last hour, the last 40 min ago. The gateways’ logs have the cause.',
    ]);
  });
});

describe('The health of Redis', () => {
  let server: TestRedis;
  let redis: Redis;
  before(async () => {
    ({ server, redis } = await startConnectedRedis());
  });
  after(() => server.stop());

  it('has failing writes only while Redis refuses them, not after every failed snapshot', async () => {
    const [, folder = ''] = (await redis.config('GET', 'dir')) as string[];
    await mkdir(join(folder, 'dump.rdb')); // no snapshot can replace it
    await redis.config('SET', 'save', '');
    await redis.bgsave();
    await eventually(async () => expect(await redis.info()).to.include('rdb_last_bgsave_status:err'));
    expect(await readRedisHealth(redis)).to.include({ writesWork: true });
    await redis.config('SET', 'save', '900 1');
    expect(await readRedisHealth(redis)).to.include({ writesWork: false });
  });

  it('has no eviction when a managed Redis does not report its policy', async () => {
    const info = (await redis.info()).replace(/maxmemory_policy:.*\r\n/, '');
    const managed = Object.assign(Object.create(redis) as Redis, { info: async () => info });
    expect(await readRedisHealth(managed)).to.include({ evictionPolicy: 'noeviction' });
  });
});
