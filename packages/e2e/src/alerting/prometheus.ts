/** A real Prometheus that evaluates the rules of the Helm chart, with shorter times, over a service of a test. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort, startProcess } from '@toolpress/testkit';

const RULES = new URL('../../../../deploy/helm/toolpress/files/alerts.yml', import.meta.url);
/** `for` and ranges are divided by this. */
const FASTER = 20;
/** The shortest `for` in milliseconds. Two late scrapes on a busy machine are not a fault. */
const LEAST_MS = 7_000;
/** Ages of a quarter of an hour and more, and offsets, are divided by this. */
const AGES_FASTER = 120;
/** The number of waiting jobs of an account is divided by this. */
const COUNTS_FASTER = 100;
/** The memory of Chromium is divided by this, so that a test takes 1 GB of a machine instead of 4. */
const MEMORY_LESS = 4;
/** The interval of scrapes, and their timeout. */
const SCRAPE = '3s';
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** The program: the tests take minutes, so they run only when it is named. */
export const prometheusProgram = process.env['TOOLPRESS_PROMETHEUS'];

export interface Alerting {
  /** The host and port of Prometheus. */
  readonly address: string;
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  /** The names of the alerts that have fired since a time in epoch milliseconds. */
  firedSince(since: number): Promise<string[]>;
  stop(): Promise<void>;
}

/** Returns the names of all alerts. */
export const alertNames = async (): Promise<string[]> =>
  [...(await readFile(RULES, 'utf8')).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

function faster(rules: string): string {
  const divided = (count: string, unit: string, by: number): number =>
    Math.round((Number(count) * (SECONDS[unit] ?? Number.NaN) * 1_000) / by);
  return rules
    .replace(/for: (\d+)([smh])/g, (_, n, unit) => `for: ${Math.max(LEAST_MS, divided(n, unit, FASTER))}ms`)
    .replace(/\[(\d+)([smh])\]/g, (_, n, unit) => `[${divided(n, unit, FASTER)}ms]`)
    .replace(/offset (\d+)([smh])/g, (_, n, unit) => `offset ${divided(n, unit, AGES_FASTER)}ms`)
    .replace(/_seconds\) > (900|3600)$/gm, (_, n) => `_seconds) > ${Number(n) / AGES_FASTER}`)
    .replace(/> 16000$/gm, `> ${16_000 / COUNTS_FASTER}`)
    .replace(/_memory_bytes > 3.2e9$/gm, `_memory_bytes > ${3.2e9 / MEMORY_LESS}`);
}

/** @param targets the address of the metrics of each job. */
export async function startPrometheus(program: string, targets: Record<string, string>): Promise<Alerting> {
  const folder = await mkdtemp(join(tmpdir(), 'toolpress-prometheus-'));
  const rules = join(folder, 'alerts.yml');
  await writeFile(rules, faster(await readFile(RULES, 'utf8')));
  const scrape_configs = Object.entries(targets).map(([job_name, target]) => ({
    job_name,
    static_configs: [{ targets: [target] }],
  }));
  const global = { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: SCRAPE };
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, JSON.stringify({ global, rule_files: [rules], scrape_configs }));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`];
  const server = startProcess(program, args, { env: {} });
  await server.waitFor(/ready to receive web requests/);

  const query = async (text: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const answer = await fetch(`http://${address}/api/v1/query?${new URLSearchParams({ query: text })}`);
    return ((await answer.json()) as { data: { result: Awaited<ReturnType<typeof query>> } }).data.result;
  };
  const alerts = async (text: string): Promise<string[]> => {
    const names = (await query(text)).map(({ metric }) => metric['alertname'] ?? '');
    return [...new Set(names)].sort();
  };
  await eventually(async () => {
    const [
      {
        value: [, up],
      } = { value: [0, '0'] },
    ] = await query('count(up == 1)');
    if (Number(up) < scrape_configs.length) throw new Error('Prometheus has not yet read all metrics');
  });
  await eventually(async () => {
    const early = await alerts('ALERTS');
    if (early.length > 0) throw new Error(`alerts before any fault: ${early}`);
  });
  return {
    address,
    firing: () => alerts('ALERTS{alertstate="firing"}'),
    firedSince: (since) => alerts(`last_over_time(ALERTS{alertstate="firing"}[${Date.now() - since}ms])`),
    async stop() {
      await server.end();
      await rm(folder, { recursive: true });
    },
  };
}
