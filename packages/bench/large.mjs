/** A document as large as documents get: what it takes of memory, and how long it holds the gateway up. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { largeData, largeDocument } from './documents.mjs';
import { partsOf, startService } from './service.mjs';
import { percentile } from './statistics.mjs';

const COUNT = 12;
const CLIENTS = [1, 4];
const EVENT_LOOP_LIMIT_MS = 50;
const MIB = 2 ** 20;
const OWN_WORK_LIMIT_MS = 5_000;
const HOOK = new URL('./hooks/own-work.mjs', import.meta.url);

/** @type {import('./service.mjs').Benchmark} */
export async function benchLarge(around, section, { quick, progress }) {
  const ownWorkFile = join(around.temporary, 'own-work');
  const env = { NODE_OPTIONS: `--import=${HOOK.href}`, TOOLPRESS_OWN_WORK: ownWorkFile };
  const running = await startService(around, { env });
  const { service } = running;
  const { gateway, worker } = partsOf(service);
  const beside = monitorEventLoopDelay({ resolution: 10 });
  beside.enable();
  const rows = [];
  /** @type {number[]} */
  const heldUp = [];
  /** @type {number[]} */
  const worked = [];
  try {
    for (const document of [undefined, largeDocument(), largeData()]) {
      for (const clients of document === undefined ? [0] : CLIENTS) {
        const count = quick ? 6 : COUNT;
        await loopDelaysSince(service.url); // reading them begins a new measurement
        await ownWorkSince(service.gateway.pid, ownWorkFile);
        beside.reset();
        const name = document === undefined ? 'Idle' : `${document.name}, clients: ${clients}`;
        const times = await progress.step(name, async () => {
          if (document === undefined) return [];
          return (await running.run(document, { clients, atLeast: count })).latencies;
        });
        const delay = await loopDelaysSince(service.url);
        const ownWork = await ownWorkSince(service.gateway.pid, ownWorkFile);
        if (clients > 0) {
          heldUp.push(delay.max);
          worked.push(ownWork);
        }
        rows.push([
          document?.name ?? 'before',
          clients === 0 ? '' : String(clients),
          ...[0.5, 0.95].map((share) => (clients === 0 ? '' : percentile(times, share).toFixed(0))),
          ...[gateway, worker].map((pids) => (peakBytes(pids) / MIB).toFixed(0)),
          ...[delay.p99, delay.max, beside.max / 1e6, ownWork].map((ms) => ms.toFixed(0)),
        ]);
      }
    }
    section.text(
      `50 pages with 100 images, ${(largeDocument().html.length / MIB).toFixed(1)} MiB of HTML, and a short document with as much JSON of many members. Memory: peak resident size (VmHWM), rows in order of one run. Event loop: \`nodejs_eventloop_lag_*\` of the gateway, sampled every 10 ms (idle: about 10); *beside*: the same in an idle process on the same cores; *own work*: the gateway's longest processor time without a break.`,
    );
    section.table(
      [
        'document',
        'clients',
        'p50 ms',
        'p95 ms',
        'gateway MiB',
        'worker MiB',
        'p99 ms',
        'longest ms',
        'beside ms',
        'own work ms',
      ],
      rows,
    );
    const longest = Math.max(...heldUp);
    const mark = longest <= EVENT_LOOP_LIMIT_MS ? '✓' : '✗';
    section.text(
      `Longest delay of the gateway's event loop: ${longest.toFixed(0)} ms (limit ${EVENT_LOOP_LIMIT_MS} ms) ${mark} Own work: at most ${Math.max(...worked).toFixed(0)} ms; the rest was waiting for a core.`,
    );
  } finally {
    beside.disable();
    await running.end();
  }
}

/** @param {string} gateway its URL @returns {Promise<{ p99: number, max: number }>} milliseconds, since the last call */
export async function loopDelaysSince(gateway) {
  const metrics = await (await fetch(`${gateway}/metrics`)).text();
  const value = (/** @type {string} */ name) =>
    1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
  return { p99: value('p99'), max: value('max') };
}

/**
 * @param {number} pid of the gateway
 * @param {string} file where it writes it
 * @returns {Promise<number>} milliseconds, since the last call
 */
async function ownWorkSince(pid, file) {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let waitedMs = 0; !existsSync(file); waitedMs += 10) {
    if (waitedMs > OWN_WORK_LIMIT_MS) throw new Error('the gateway does not say how long it worked');
    await sleep(10);
  }
  return Number(readFileSync(file, 'utf8'));
}

/** @param {number[]} pids */
const peakBytes = (pids) =>
  pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return sum + 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }, 0);
