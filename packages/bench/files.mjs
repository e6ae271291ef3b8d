/** The service's own source files that run during one plain PDF: what a reader has to read to follow it. */
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../scripts/lib/problem.mjs';
import { onePage } from './documents.mjs';
import { startService } from './service.mjs';

const PATH = '/api/utilities/html-to-pdf';
const HOOK = new URL('./hooks/coverage.mjs', import.meta.url);
const WARM_UP = 50;
/** Timers may run during one request. A file counts if it runs in each of these requests. */
const REQUESTS = 5;
/** The log line and the metrics of a request follow its answer. */
const AFTERWARDS_MS = 40;
const WRITE_LIMIT_MS = 60_000;
/** The largest number of files. Lower it when fewer run. */
const CEILING = 66;

/** @type {import('./service.mjs').Benchmark} */
export async function benchFiles(around, section, { progress }) {
  const folder = join(around.temporary, 'coverage');
  mkdirSync(folder);
  const env = { NODE_OPTIONS: `--import=${HOOK.href}`, TOOLPRESS_COVERAGE_FOLDER: folder };
  const running = await startService(around, { env });
  try {
    const { service } = running;
    const pids = [service.gateway.pid, ...service.workers.map(({ pid }) => pid)];
    const { html } = onePage();
    const print = async () => {
      const { status } = await service.call(PATH, { body: { html } });
      if (status !== 200) throw new Problem(`The service answered ${status}.`);
    };
    await progress.step('Warm-up', () => running.run(onePage(), { clients: 1, atLeast: WARM_UP }));
    /** @type {Set<string> | undefined} */
    let always;
    for (let request = 0; request < REQUESTS; request++) {
      await ranSince(pids, folder, around.signal);
      await print();
      await sleep(AFTERWARDS_MS);
      const ran = await ranSince(pids, folder, around.signal);
      always = new Set([...ran].filter((file) => always?.has(file) ?? true));
    }
    const files = [...(always ?? [])].sort();
    const rooms = new Map(files.map((file) => [dirname(file), /** @type {string[]} */ ([])]));
    for (const file of files) rooms.get(dirname(file))?.push(basename(file));
    section.text(`One plain PDF runs ${files.length} files in ${rooms.size} folders.`);
    section.table(
      ['folder', 'files'],
      [...rooms].map(([room, inside]) => [room, inside.join(' ')]),
    );
    if (files.length > CEILING) throw new Problem(`At most ${CEILING} files may run during a plain PDF.`);
  } finally {
    await running.end();
  }
}

/**
 * @param {number[]} pids
 * @param {string} folder
 * @param {AbortSignal} signal
 * @returns {Promise<Set<string>>} the files of all processes that have run since the last call
 */
async function ranSince(pids, folder, signal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(WRITE_LIMIT_MS)]);
  const lists = pids.map(async (pid) => {
    const path = join(folder, `${pid}.json`);
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(path)) await sleep(20, undefined, { signal: limit });
    const files = JSON.parse(await readFile(path, 'utf8'));
    await rm(path);
    return files;
  });
  return new Set((await Promise.all(lists)).flat());
}
