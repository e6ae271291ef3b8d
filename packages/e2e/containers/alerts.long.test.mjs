import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isExecutable } from '@toolpress/runtime';
import { expect } from 'chai';
import { load } from 'js-yaml';
import { after, before, describe, it } from 'mocha';

const run = promisify(execFile);
const ALERTS = fileURLToPath(new URL('../../../deploy/helm/toolpress/files/alerts.yml', import.meta.url));
const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);

/** `TOOLPRESS_PROMTOOL`, else the one on `PATH` (Debian's package `prometheus`). */
const { TOOLPRESS_PROMTOOL, PATH = '' } = process.env;
const promtool =
  TOOLPRESS_PROMTOOL ??
  PATH.split(':')
    .map((folder) => join(folder, 'promtool'))
    .find(isExecutable);

/** The series of a service in good order, in samples of one minute. Constant series are one value. */
const HEALTHY = {
  'up{job="gateway", instance="g1"}': 1,
  'up{job="worker", instance="w1"}': 1,
  toolpress_workers: 1,
  'toolpress_queue_jobs{state="waiting"}': 0,
  toolpress_queue_oldest_waiting_seconds: 0,
  'toolpress_part_up{part="redis"}': 1,
  'toolpress_part_up{part="storage"}': 1,
  toolpress_storage_writes_ok: 1,
  toolpress_redis_writes_ok: 1,
  toolpress_redis_append_only: 1,
  toolpress_redis_memory_used_bytes: 1e8,
  toolpress_redis_memory_limit_bytes: 1e9,
  toolpress_accounts_refused: 0,
  toolpress_jobs_oldest_waiting_seconds: 600,
  toolpress_batch_rows_open: 916,
  'toolpress_batch_rows{state="waiting"}': 900,
  'toolpress_batch_rows{state="done"}': 900,
  'toolpress_batch_rows{state="failed"}': 30,
  toolpress_batch_rows_oldest_waiting_seconds: 1_800,
  'toolpress_account_waiting{account="acc_1", kind="job"}': 9_000,
  'toolpress_account_waiting{account="acc_1", kind="row"}': 90_000,
  'toolpress_jobs_ended_total{kind="row", outcome="done"}': '0+10x200',
  'toolpress_webhook_deliveries{state="waiting"}': 40,
  toolpress_webhook_deliveries_overdue_seconds: 20,
  toolpress_webhooks_disabled: 3,
  'toolpress_tool_duration_seconds_bucket{tool="html-to-pdf", outcome="success", le="2"}': '0+20x200',
  'toolpress_tool_duration_seconds_bucket{tool="html-to-pdf", outcome="success", le="10"}': '0+20x200',
  'toolpress_tool_duration_seconds_bucket{tool="html-to-pdf", outcome="success", le="+Inf"}': '0+20x200',
  'toolpress_requests_total{endpoint="POST /api/jobs", status="202"}': '0+20x200',
  'toolpress_requests_total{endpoint="GET /readyz", status="503"}': '0+1x200',
  'toolpress_requests_total{endpoint="POST /api/utilities/http-request", status="502"}': '0+1x200',
  'toolpress_errors_total{code="internal"}': 0,
  'toolpress_render_duration_seconds_count{outcome="failed"}': 0,
  'toolpress_browser_launches_total{instance="w1"}': 1,
  'toolpress_chromium_memory_bytes{instance="w1"}': 4e8,
  'toolpress_event_loop_delay_max_seconds{job="gateway", instance="g1"}': 0.05,
};

/** Each fault, as changes of these series, with the alerts that it must raise, and no other. `null`: the series is absent. */
const FAULTS = /** @type {[alerts: string[], changes: Record<string, string | number | null>][]} */ ([
  [[], {}],
  [['NoGateway', 'InstanceDown'], { 'up{job="gateway", instance="g1"}': 0 }],
  [['NoWorker'], { toolpress_workers: 0 }],
  [['RedisWritesFail'], { toolpress_workers: 0, toolpress_redis_writes_ok: 0 }],
  [['RedisMemoryHigh'], { toolpress_workers: 0, toolpress_redis_memory_used_bytes: 1e9 }],
  [['RedisAway'], { 'toolpress_queue_jobs{state="waiting"}': null }],
  [['RedisWritesFail'], { toolpress_redis_writes_ok: 0 }],
  [['RedisMemoryHigh'], { toolpress_redis_memory_used_bytes: 8.1e8 }],
  [[], { toolpress_redis_memory_used_bytes: 8.1e8, toolpress_redis_memory_limit_bytes: null }],
  [['RedisNotPersistent'], { toolpress_redis_append_only: 0 }],
  [['FileStoreAway'], { 'toolpress_part_up{part="storage"}': 0, toolpress_storage_writes_ok: null }],
  [['FileStoreTakesNoFiles'], { toolpress_storage_writes_ok: 0 }],
  [['ChargesRefused'], { toolpress_accounts_refused: 2 }],
  [['InstanceDown'], { 'up{job="worker", instance="w1"}': 0 }],
  [['DocumentsWaitLong'], { toolpress_queue_oldest_waiting_seconds: 16 }],
  [['JobsWaitLong'], { toolpress_jobs_oldest_waiting_seconds: 3_700 }],
  [['RowsWaitLong'], { toolpress_batch_rows_oldest_waiting_seconds: 3_700 }],
  [['RowsStall'], { 'toolpress_jobs_ended_total{kind="row", outcome="done"}': 5 }],
  [
    [],
    {
      'toolpress_jobs_ended_total{kind="row", outcome="done"}': 5,
      'toolpress_batch_rows{state="waiting"}': 0,
      toolpress_batch_rows_open: 0,
    },
  ],
  [
    ['RowsStall'],
    {
      'toolpress_jobs_ended_total{kind="row", outcome="done"}': 5,
      'toolpress_batch_rows{state="waiting"}': 0,
      toolpress_batch_rows_open: 1,
    },
  ],
  [['RowsFail'], { 'toolpress_batch_rows{state="failed"}': 300 }],
  [[], { 'toolpress_batch_rows{state="failed"}': 10, 'toolpress_batch_rows{state="done"}': 0 }],
  [['AccountQueueLong'], { 'toolpress_account_waiting{account="acc_2", kind="job"}': 16_001 }],
  [['DeliveriesLate'], { toolpress_webhook_deliveries_overdue_seconds: 1_000 }],
  [['WebhookDisabled'], { toolpress_webhooks_disabled: '3x80 4x100' }],
  [
    ['DocumentsSlow'],
    { 'toolpress_tool_duration_seconds_bucket{tool="html-to-pdf", outcome="success", le="2"}': '0+10x200' },
  ],
  [['RequestsFail'], { 'toolpress_requests_total{endpoint="POST /api/jobs", status="503"}': '0+2x200' }],
  [
    ['RequestsFail'],
    {
      'toolpress_requests_total{endpoint="POST /api/jobs", status="202"}': 1,
      'toolpress_requests_total{endpoint="POST /api/utilities/http-request", status="502"}': 1,
      'toolpress_requests_total{endpoint="POST /api/jobs", status="504"}': '0x85 1x3 2x3 3x100',
    },
  ],
  [
    [],
    {
      'toolpress_requests_total{endpoint="POST /api/jobs", status="202"}': 1,
      'toolpress_requests_total{endpoint="POST /api/jobs", status="504"}': '0x85 1x100',
    },
  ],
  [['InternalErrors'], { 'toolpress_errors_total{code="internal"}': '0x95 1x100' }],
  [['RendersFail'], { 'toolpress_render_duration_seconds_count{outcome="failed"}': '0+1x200' }],
  [['BrowserRestarts'], { 'toolpress_browser_launches_total{instance="w1"}': '1+0.6x200' }],
  [['BrowserMemoryHigh'], { 'toolpress_chromium_memory_bytes{instance="w1"}': 3.3e9 }],
  [['EventLoopBlocked'], { 'toolpress_event_loop_delay_max_seconds{job="gateway", instance="g1"}': 3 }],
]);

/** The moment of the check, after 100 samples. */
const CHECKED_AT = '100m';

/** @param {(typeof FAULTS)[number]} fault a test in promtool's format */
const testOf = ([alerts, changes]) => ({
  name: `${alerts.join(' and ') || 'no alert'} for ${Object.keys(changes).join(', ') || 'a service in good order'}`,
  interval: '1m',
  input_series: Object.entries({ ...HEALTHY, ...changes }).flatMap(([series, value]) =>
    value === null ? [] : [{ series, values: typeof value === 'number' ? `${value}x200` : value }],
  ),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: CHECKED_AT,
      exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
    },
  ],
});

describe('The alerts', () => {
  /** @type {{ alert: string, annotations: Record<string, string> }[]} */
  let rules;
  /** @type {string} */
  let folder;
  before(async () => {
    const file = /** @type {{ groups: { rules: typeof rules }[] }} */ (load(await readFile(ALERTS, 'utf8')));
    rules = file.groups.flatMap((group) => group.rules);
    folder = await mkdtemp(join(tmpdir(), 'toolpress-alerts-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('each have a test, a sentence that says what to do, and a section in the documentation', async () => {
    const tested = new Set(FAULTS.flatMap(([alerts]) => alerts));
    expect(rules.map(({ alert }) => alert)).to.have.members([...tested]);
    const sections = [...(await readFile(OPERATIONS, 'utf8')).matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    for (const { alert, annotations } of rules) {
      expect(sections, alert).to.include(alert);
      expect(annotations['description'], alert).to.match(/\.$/);
      expect(annotations['runbook_url']).to.equal(
        `{{ $externalLabels.service_url }}/docs/operations#${alert.toLowerCase()}`,
      );
    }
  });

  it(`fire in their fault and in no other, ${FAULTS.length} cases (needs promtool of Debian’s package prometheus, or TOOLPRESS_PROMTOOL)`, async function () {
    if (promtool === undefined) return this.skip();
    const file = join(folder, 'test.yml');
    await writeFile(
      file,
      JSON.stringify({ rule_files: [ALERTS], evaluation_interval: '1m', tests: FAULTS.map(testOf) }),
    );
    const { stdout } = await run(promtool, ['test', 'rules', file]).catch((error) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    });
    expect(stdout).to.include('SUCCESS');
  });
});
