/** Where the time of a one-page PDF goes: what to change, and what not to. */
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureCpu } from '@toolpress/testkit';
import { onePage } from './documents.mjs';
import { summarize } from './profile/cpu-profile.mjs';
import { perRequest, readCounters, traceRequest } from './profile/redis.mjs';
import { timeStages } from './profile/stages.mjs';
import { measureParts, startService } from './service.mjs';
import { median } from './statistics.mjs';

const HOOK = new URL('./hooks/cpu-profile.mjs', import.meta.url);
const CLIENTS = 4;
const COUNT = 1_500;
const TRACED = 15;
const SHOWN = 25;
const WRITE_LIMIT_MS = 60_000;

/** @type {import('./service.mjs').Benchmark} */
export async function benchProfile(around, section, { count = COUNT, quick, progress }) {
  const folder = join(around.temporary, 'profiles');
  mkdirSync(folder);
  const stages = await progress.step('Steps', () => timeStages(around, onePage()));
  section.text('The steps of a one-page PDF, one at a time on an idle machine');
  section.table(
    ['step', 'p50 ms', 'p95 ms'],
    stages.map(([name, p50, p95]) => [name, p50.toFixed(2), p95.toFixed(2)]),
  );
  const running = await startService(around, {
    env: { NODE_OPTIONS: `--import=${HOOK.href}`, TOOLPRESS_PROFILE_FOLDER: folder },
  });
  try {
    const { service } = running;
    const document = onePage();
    const requests = quick ? Math.min(count, 300) : count;
    await progress.step('Warm-up', () => running.run(document, { clients: CLIENTS, atLeast: requests / 2 }));
    await progress.step('One at a time', () => traceSome(section, running, document));

    const profiled = [service.gateway.pid, ...service.workers.map(({ pid }) => pid)];
    const [ofParts, ofCallers] = [measureParts(service), measureCpu(running.callers)];
    const before = await readCounters(service.redis);
    const { latencies, perSecond } = await progress.step('Under load', () =>
      running.run(document, { clients: CLIENTS, atLeast: requests }),
    );
    const cpu = Object.entries({ ...ofParts(), callers: ofCallers().all });
    const after = await readCounters(service.redis);
    section.text(`${latencies.length} PDFs of one page with ${CLIENTS} clients, ${perSecond.toFixed(1)} a second`);
    section.table(
      ['processor time', 'ms/PDF'],
      cpu.map(([name, seconds]) => [name, ((seconds * 1_000) / latencies.length).toFixed(2)]),
    );
    reportRedis(section, perRequest(before, after, latencies.length));

    await progress.step('Profiled', async () => {
      for (const pid of profiled) process.kill(pid, 'SIGUSR2');
      const { latencies: times } = await running.run(document, { clients: CLIENTS, atLeast: requests });
      for (const pid of profiled) process.kill(pid, 'SIGUSR2');
      for (const pid of profiled) {
        const name = pid === service.gateway.pid ? 'gateway' : 'worker';
        await reportProfile(section, name, join(folder, `${pid}.cpuprofile`), times.length, around.signal);
      }
    });
  } finally {
    await running.end();
  }
}

/**
 * @param {import('./report.mjs').Section} section
 * @param {import('./service.mjs').RunningService} running
 * @param {import('./documents.mjs').BenchDocument} document
 */
async function traceSome(section, running, document) {
  /** @type {import('./profile/redis.mjs').TracedCommand[][]} */
  const traces = [];
  for (let index = 0; index < TRACED; index++) {
    traces.push(
      await traceRequest(running.service, () => running.service.call(PATH, { body: { html: document.html } })),
    );
  }
  const length = (/** @type {import('./profile/redis.mjs').TracedCommand[]} */ trace) => trace.at(-1)?.atMs ?? 0;
  const middle = traces.find((trace) => length(trace) === median(traces.map(length))) ?? [];
  section.text(`Commands to Redis of one request on an idle machine (the median of ${TRACED})`);
  section.table(
    ['command', 'from', 'at ms', 'within the script'],
    middle.map(({ atMs, who, what, inside }) => [what, who, atMs.toFixed(1), inside === 0 ? '' : String(inside)]),
  );
}

const PATH = '/api/utilities/html-to-pdf';

/**
 * @param {import('./report.mjs').Section} section
 * @param {import('./profile/redis.mjs').RedisCounters} counters per request
 */
function reportRedis(section, { bytesIn, bytesOut, commands }) {
  section.text(`Redis per request: ${(bytesIn / 1024).toFixed(1)} KiB in, ${(bytesOut / 1024).toFixed(1)} KiB out`);
  section.table(
    ['Redis command (those that scripts run as well, in whose time they are)', 'calls/PDF', 'µs/PDF'],
    [...commands].map(([name, { calls, us }]) => [name, calls.toFixed(2), us.toFixed(1)]),
  );
}

/**
 * @param {import('./report.mjs').Section} section
 * @param {string} name
 * @param {string} path
 * @param {number} count of PDFs
 * @param {AbortSignal} signal
 */
async function reportProfile(section, name, path, count, signal) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(WRITE_LIMIT_MS)]);
  while (!existsSync(path)) await sleep(100, undefined, { signal: limit });
  const { busyUs, byPackage, byFunction, ours } = summarize(JSON.parse(await readFile(path, 'utf8')));
  const rows = (/** @type {import('./profile/cpu-profile.mjs').Ranking} */ ranking) =>
    ranking
      .slice(0, SHOWN)
      .map(([what, us]) => [what, (us / count).toFixed(0), `${((100 * us) / busyUs).toFixed(1)} %`]);
  section.text(`**The ${name}**: busy for ${(busyUs / count).toFixed(0)} µs per PDF while it was profiled`);
  section.table(['where', 'µs/PDF', 'share'], rows(byPackage));
  section.table(['function itself', 'µs/PDF', 'share'], rows(byFunction));
  section.table(['our functions and what they call', 'µs/PDF', 'share'], rows(ours));
}
