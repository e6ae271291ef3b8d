import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, TestService } from '@toolpress/testkit';
import { expect } from 'chai';
import { after, before, describe, it } from 'mocha';

const MONITORING = new URL('../../../deploy/monitoring/', import.meta.url);
const SCALING = new URL('../../../deploy/kubernetes/values.yaml', import.meta.url);
const DASHBOARD = new URL('grafana/dashboards/toolpress.json', MONITORING);
const ALERTS = new URL('../helm/toolpress/files/alerts.yml', MONITORING);

/** Every metric of the apps that a text names, whether in a query or in a sentence. */
const metricsIn = (/** @type {string} */ text) => [
  ...new Set(text.match(/\b(?:toolpress|nodejs|process)_[a-z_]*[a-z]\b/g)),
];

/**
 * @param {string} text a page in Prometheus' format
 * @returns {Map<string, Set<string>>} the labels of each metric
 */
function labelsByMetric(text) {
  /** @type {Map<string, Set<string>>} */
  const metrics = new Map();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = metrics.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    metrics.set(name, known);
  }
  return metrics;
}

describe('Dashboard, alert rules and scaling', () => {
  /** @type {TestService} */
  let service;
  /** @type {Map<string, Set<string>>} */
  let known;

  before(async () => {
    const port = await freePort();
    service = await TestService.start({ env: { METRICS_PORT: String(port) } });
    const printed = await service.call('/api/utilities/html-to-pdf', { body: { html: '<p>x</p>' } });
    expect(printed.status).to.equal(200);
    await service.call('/api/utilities/http-request', { body: { method: 'GET', url: 'http://127.0.0.1:1/' } });
    const page = async (/** @type {string} */ url) => (await fetch(url)).text();
    const ofWorker = await page(`http://127.0.0.1:${port}/metrics`);
    // Some metrics exist only with a memory limit, and while work waits.
    await service.redis.command('CONFIG', 'SET', 'maxmemory', '64mb');
    process.kill(service.workers[0]?.pid ?? 0, 'SIGSTOP');
    const rows = Array.from({ length: 200 }, () => ({}));
    await service.call('/api/batches', { body: { tool: 'json-to-pdf', input: { html: '<p>x</p>' }, rows } });
    await eventually(async () => {
      known = labelsByMetric(`${ofWorker}\n${await page(`${service.url}/metrics`)}`);
      expect(known).to.include.keys('toolpress_account_waiting', 'toolpress_redis_memory_limit_bytes');
    });
    process.kill(service.workers[0]?.pid ?? 0, 'SIGCONT');
  });
  after(() => service.stop());

  for (const file of [DASHBOARD, ALERTS, SCALING]) {
    const name = fileURLToPath(file).split('/').slice(-2).join('/');

    it(`use only metrics that the apps have: ${name}`, async () => {
      const used = metricsIn(await readFile(file, 'utf8'));
      expect(used).to.include('toolpress_queue_jobs');
      expect(used.filter((metric) => !known.has(metric))).to.deep.equal([]);
    });

    it(`choose by labels that those metrics have: ${name}`, async () => {
      const text = await readFile(file, 'utf8');
      const choices = [...text.matchAll(/\b((?:toolpress|process)_\w+)\{([^}]*)\}/g)];
      expect(choices).not.to.deep.equal([]);
      const ownLabels = ['job', 'instance', 'le']; // Prometheus' own
      const wrong = choices.flatMap(([, metric = '', labels = '']) =>
        [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]
          .map(([, label = '']) => label)
          .filter((label) => !ownLabels.includes(label) && !known.get(metric)?.has(label))
          .map((label) => `${metric}{${label}}`),
      );
      expect(wrong).to.deep.equal([]);
    });
  }

  it('show every metric of the alerts in the dashboard', async () => {
    const shown = metricsIn(await readFile(DASHBOARD, 'utf8')).map((metric) =>
      metric.replace(/_(?:bucket|count)$/, ''),
    );
    const ofAlerts = metricsIn(await readFile(ALERTS, 'utf8')).map((metric) =>
      metric.replace(/_(?:bucket|count)$/, ''),
    );
    expect(ofAlerts.filter((metric) => !shown.includes(metric))).to.deep.equal([]);
  });

  it('show every panel of the dashboard with a query, a sentence and a separate place', async () => {
    const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8'));
    const shown = panels.filter((/** @type {{ type: string }} */ { type }) => type !== 'row');
    expect(shown.length).to.be.greaterThan(15);
    for (const { title, description, targets } of shown) {
      expect(targets[0].expr, title).to.be.a('string').that.is.not.empty;
      expect(description, title).to.match(/\.$/);
    }
    const places = panels.map(
      (/** @type {{ gridPos: { x: number, y: number } }} */ { gridPos }) => `${gridPos.x},${gridPos.y}`,
    );
    expect(new Set(places).size).to.equal(panels.length);
  });
});
