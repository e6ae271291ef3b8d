/** The command `status`. It needs no token. */
import type { Command } from 'commander';
import { findUrl, Problem } from './config.js';
import { count, printable } from './output.js';
import { fetchOf } from './service.js';
import type { Session } from './session.js';

interface Status {
  url: string;
  version: string | null;
  ready: boolean;
  /** The reason when it is not ready. */
  error: string | null;
  redis: string | null;
  storage: string | null;
  /**
   * The number of workers. This and the following fields are null if a proxy hides the metrics or Redis is
   * unavailable.
   */
  workers: number | null;
  waiting: number | null;
  active: number | null;
}

export function addStatus(program: Command, session: Session): void {
  program
    .command('status')
    .description('shows whether the service is ready, its version and parts, and the number of waiting documents')
    .addHelpText(...session.examples('status', 'status --json'))
    .action(async () => {
      const status = await statusOf(findUrl(session.url));
      await session.show(status, () => statusLines(status));
      if (!status.ready) session.exitCode = 1;
    });
}

/** Reads the status. @throws Problem when the service does not answer or another server answers. */
async function statusOf(url: string): Promise<Status> {
  const [readiness, description, metrics] = await Promise.all(
    ['/readyz', '/openapi.json', '/metrics'].map(async (path) => {
      const response = await fetchOf(`${url}${path}`, { headers: { connection: 'close' } });
      return { ok: response.ok, text: await response.text() };
    }),
  );
  const ready = parsed<{ data?: { redis?: string; storage?: string }; error?: string }>(readiness?.text);
  if (ready?.data === undefined && ready?.error === undefined) throw new Problem(`${url} is not a Toolpress service.`);
  const gauge = (name: string, label = ''): number | null => {
    const line = new RegExp(`^${name}\\{[^}]*${label}[^}]*\\} (\\d+)$`, 'm').exec(metrics?.ok ? metrics.text : '');
    return line === null ? null : Number(line[1]);
  };
  return {
    url,
    version: parsed<{ info?: { version?: string } }>(description?.text)?.info?.version ?? null,
    ready: readiness?.ok === true,
    error: ready.error ?? null,
    redis: ready.data?.redis ?? null,
    storage: ready.data?.storage ?? null,
    workers: gauge('toolpress_workers'),
    waiting: gauge('toolpress_queue_jobs', 'state="waiting"'),
    active: gauge('toolpress_queue_jobs', 'state="active"'),
  };
}

function parsed<Value>(text: string | undefined): Value | undefined {
  try {
    return JSON.parse(text ?? '') as Value;
  } catch {
    return undefined;
  }
}

function statusLines({ url, version, ready, error, redis, storage, workers, waiting, active }: Status): string[] {
  const lines: [string, string | null][] = [
    ['Service', version === null ? url : `${url}, version ${version}`],
    ['Ready', ready ? 'yes' : `no: ${error}`],
    ['Redis', redis],
    ['File store', storage],
    ['Workers', workers === null ? null : count(workers)],
    ['Documents', waiting === null || active === null ? null : `${count(waiting)} waiting, ${count(active)} active`],
  ];
  return lines.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(12)}${printable(value)}`]));
}
