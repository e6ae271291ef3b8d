/**
 * Sends requests made at random of the OpenAPI document to a whole service, and checks every answer by the document:
 *
 *     node packages/e2e/dist/clients/fuzz.js [requests of each operation and phase, default 20] [options of schemathesis]
 *
 * Needs Python 3.10 or newer with `venv`, and its package index the first time. The exit code is 0 when nothing was found.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, startOwnSurroundings } from './surroundings.js';

const SCHEMATHESIS = 'schemathesis==4.32.5';
const FOLDER = fileURLToPath(new URL('../../fuzz/', import.meta.url));
const PYTHON = fileURLToPath(new URL('../../../../node_modules/.cache/schemathesis', import.meta.url));
/** Each run has a separate service: the operator's requests close accounts and change limits. */
const GROUPS = [
  ['tools', 'account'],
  ['operator', 'operations'],
];

async function fuzz(tags: readonly string[], examples: string, options: readonly string[]): Promise<boolean> {
  const { service, env, stop } = await startOwnSurroundings({ TRUST_PROXY: 'loopback' });
  try {
    const args = [
      'run',
      `${service.url}/openapi.json`,
      ...tags.map((tag) => `--include-tag=${tag}`),
      '--checks=all',
      `--max-examples=${examples}`,
      ...options,
    ];
    const run = spawn(join(PYTHON, 'bin/schemathesis'), args, {
      cwd: FOLDER,
      stdio: 'inherit',
      env: { ...process.env, ...env, ADMIN_TOKEN: service.adminToken },
    });
    const [code] = await once(run, 'exit');
    process.stdout.write(`${await requestsAnswered(service.url)}\n`);
    return code === 0;
  } finally {
    await stop();
  }
}

/** Returns the number of answers of the service by status. */
async function requestsAnswered(url: string): Promise<string> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const byStatus = new Map<string, number>();
  for (const [, status = '', count] of metrics.matchAll(/^toolpress_requests_total\{.*status="(\d+)".*\} (\d+)$/gm)) {
    byStatus.set(status, (byStatus.get(status) ?? 0) + Number(count));
  }
  const total = [...byStatus.values()].reduce((sum, count) => sum + count, 0);
  const each = [...byStatus].sort().map(([status, count]) => `${status}: ${count}`);
  return `${total} requests answered (${each.join(', ')})`;
}

const [examples = '20', ...options] = process.argv.slice(2);
if (!existsSync(join(PYTHON, 'bin/schemathesis'))) {
  await run('python3', ['-m', 'venv', PYTHON]);
  await run(join(PYTHON, 'bin/pip'), ['install', '--quiet', SCHEMATHESIS]);
}
const results: boolean[] = [];
for (const tags of GROUPS) results.push(await fuzz(tags, examples, options));
process.exitCode = results.every(Boolean) ? 0 : 1;
