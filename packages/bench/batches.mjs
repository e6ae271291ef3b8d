/** Batches: their speed beside that of single calls, their effect on other calls, and the memory of a large one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryBytes } from '@toolpress/testkit';
import { onePage } from './documents.mjs';
import { loopDelaysSince } from './large.mjs';
import { perRequest, readCounters } from './profile/redis.mjs';
import { measureParts, partsOf, startService } from './service.mjs';
import { median, percentile } from './statistics.mjs';

const CLIENTS = 16;
const ROUNDS = 9;
const CALLS_MS = 5_000;
const WARM_UP_MS = 10_000;
/** A batch's share of the calls' throughput, at least. */
const LEAST_SHARE = 0.9;
/** Fewer are over before their speed can be seen. */
const LEAST_ROWS = 8 * CLIENTS;
/** How long one client asks, alone and beside a batch. */
const BESIDE_MS = 3_000;
/** More rows than are done meanwhile. */
const ROWS_BESIDE = 1_500;
/** The largest time of a call beside a batch, relative to a call alone. */
const MOST_TIMES = 2;
const LARGE_ROWS = 10_000;
/** The size of a row in bytes, so that the request is just below its limit. */
const ROW_BYTES = 900;
const LOOK_EVERY_MS = 50;
const SAMPLE_EVERY_MS = 1_000;
const LIMIT_MS = 1_800_000;
const MIB = 2 ** 20;

/** @typedef {{ at: number, done: number }} Look milliseconds, and rows that were done then */

/** @type {import('./service.mjs').Benchmark} */
export async function benchBatches(around, section, { quick, count, progress }) {
  const running = await startService(around);
  try {
    const warmUp = quick ? WARM_UP_MS / 5 : WARM_UP_MS;
    const { perSecond } = await progress.step('Warm-up', () =>
      running.run(onePage(), { clients: CLIENTS, forMs: warmUp }),
    );
    await progress.step('Warm-up of a batch', () => printed(running, (perSecond * warmUp) / 1_000, around));
    await benchThroughput(running, around, section, { rounds: quick ? 3 : ROUNDS, progress });
    await benchBeside(running, around, section, { rounds: quick ? 3 : ROUNDS, progress });
    await benchLarge(running, around, section, { rows: count ?? (quick ? LARGE_ROWS / 10 : LARGE_ROWS), progress });
  } finally {
    await running.end();
  }
}

/**
 * @typedef {import('./service.mjs').RunningService} Running
 * @typedef {import('./service.mjs').Around} Around
 * @typedef {import('./report.mjs').Section} Section
 * @typedef {import('./service.mjs').Options['progress']} Progress
 */

/** @param {Running} running @param {Around} around @param {Section} section @param {{ rounds: number, progress: Progress }} options */
async function benchThroughput(running, around, section, { rounds, progress }) {
  const rows = [];
  const shares = [];
  /** @type {Cost[]} */
  const ofCalls = [];
  /** @type {Cost[]} */
  const ofRows = [];
  for (let round = 1; round <= rounds; round++) {
    const { calls, batch } = await progress.step(`Calls and a batch, round ${round} of ${rounds}`, async () => {
      const call = () => running.run(onePage(), { clients: CLIENTS, forMs: CALLS_MS });
      const called = await costing(running, ofCalls, call, ({ latencies }) => latencies.length);
      const amount = Math.max(called.latencies.length, LEAST_ROWS);
      const print = () => printed(running, amount, around);
      return { calls: called, batch: await costing(running, ofRows, print, () => amount) };
    });
    shares.push(batch.perSecond / calls.perSecond);
    const numbers = [calls.perSecond, batch.perSecond, batch.submitMs].map((value) => value.toFixed(1));
    rows.push([String(round), String(batch.rows), ...numbers, (batch.perSecond / calls.perSecond).toFixed(2)]);
  }
  const share = median(shares);
  section.text(
    `One-page PDFs: ${CLIENTS} clients with single calls, then a batch of as many rows, in turns, counted while all pages are busy. *Submit*: time until the batch is answered.`,
  );
  section.table(['round', 'rows', 'calls/s', 'rows/s', 'submit ms', 'of the calls'], rows);
  const names = Object.keys(ofCalls[0] ?? {});
  const middle = (/** @type {Cost[]} */ costs, /** @type {string} */ name) =>
    median(costs.map((cost) => cost[name] ?? 0));
  section.table(
    ['of each document, the median', 'call', 'row'],
    names.map((name) => [name, ...[ofCalls, ofRows].map((costs) => middle(costs, name).toFixed(2))]),
  );
  section.text(
    `Throughput of a batch relative to calls: median ${share.toFixed(2)}, ${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)} (at least ${LEAST_SHARE}) ${share >= LEAST_SHARE ? '✓' : '✗'}`,
  );
}

/** @typedef {Record<string, number>} Cost of one document */

/**
 * @template Result
 * @param {Running} running
 * @param {Cost[]} costs where what it took is added
 * @param {() => Promise<Result>} work
 * @param {(result: Result) => number} countOf documents
 * @returns {Promise<Result>}
 */
async function costing({ service }, costs, work, countOf) {
  const ofParts = measureParts(service);
  const before = await readCounters(service.redis);
  const result = await work();
  const count = countOf(result);
  const { commands, bytesIn, bytesOut } = perRequest(before, await readCounters(service.redis), count);
  const cpu = Object.entries(ofParts()).map(([name, seconds]) => [
    `processor time of ${name}, ms`,
    (seconds * 1_000) / count,
  ]);
  const calls = [...commands.values()].reduce((sum, each) => sum + each.calls, 0);
  const redis = [
    ['commands in Redis, those in scripts included', calls],
    ['KiB to and from Redis', (bytesIn + bytesOut) / 1_024],
  ];
  costs.push(Object.fromEntries([...cpu, ...redis]));
  return result;
}

/** @param {Running} running @param {Around} around @param {Section} section @param {{ rounds: number, progress: Progress }} options */
async function benchBeside(running, around, section, { rounds, progress }) {
  const other = await running.service.createAccount('others');
  /** @type {[string, string | undefined][]} */
  const whose = [
    ['same account', undefined],
    ['other account', other.token],
  ];
  const one = async () => (await running.run(onePage(), { clients: 1, forMs: BESIDE_MS })).latencies;
  const rows = [];
  const worst = [];
  for (const [name, token] of whose) {
    /** @type {number[][]} */
    const alone = [];
    /** @type {number[][]} */
    const beside = [];
    for (let round = 1; round <= rounds; round++) {
      await progress.step(`A call beside a batch ${name}, round ${round} of ${rounds}`, async () => {
        alone.push(await one());
        const id = await submitted(running, Array(ROWS_BESIDE).fill({}), token);
        while ((await doneOf(running, id, token)) < CLIENTS) await sleep(LOOK_EVERY_MS, undefined, around);
        beside.push(await one());
        await running.service.call(`/api/batches/${id}`, { method: 'DELETE', ...(token && { token }) });
        await sleep(SAMPLE_EVERY_MS, undefined, around); // what is at work ends
      });
    }
    const times = beside.map((latencies, round) => median(latencies) / median(alone[round] ?? []));
    worst.push(median(times));
    const figures = [alone, beside].flatMap((all) => [percentile(all.flat(), 0.5), percentile(all.flat(), 0.95)]);
    rows.push([name, ...figures.map((ms) => ms.toFixed(0)), median(times).toFixed(2)]);
  }
  section.text(
    'One client with single calls, alone and beside a batch that uses all pages. The ratio is the median of the rounds.',
  );
  section.table(['batch', 'alone p50 ms', 'p95 ms', 'beside p50 ms', 'p95 ms', 'times'], rows);
  const times = Math.max(...worst);
  section.text(`Worst ratio: ${times.toFixed(2)} (limit ${MOST_TIMES}) ${times <= MOST_TIMES ? '✓' : '✗'}`);
}

/** @param {Running} running @param {Around} around @param {Section} section @param {{ rows: number, progress: Progress }} options */
async function benchLarge(running, around, section, { rows, progress }) {
  const { service } = running;
  const data = Array.from({ length: rows }, (_, index) => ({ row: index, note: 'x'.repeat(ROW_BYTES) }));
  const state = () => Object.entries(partsOf(service)).map(([name, pids]) => ({ name, bytes: memoryBytes(pids) }));
  const usedByRedis = async () =>
    Number(/^used_memory:(\d+)/m.exec(String(await service.redis.command('INFO', 'memory')))?.[1]);
  const before = state();
  const redisBefore = await usedByRedis();
  await loopDelaysSince(service.url);
  const begun = performance.now();
  const id = await submitted(running, data);
  const submitMs = performance.now() - begun;
  const { max: heldUpMs } = await loopDelaysSince(service.url);
  /** @type {{ done: number, parts: ReturnType<typeof state> }[]} */
  const samples = [{ done: 0, parts: state() }];
  await progress.step(`A batch of ${rows} rows`, async () => {
    for (let done = 0; done < rows; ) {
      if (performance.now() - begun > LIMIT_MS) throw new Error(`${done} of ${rows} rows are done in time`);
      await sleep(SAMPLE_EVERY_MS, undefined, around);
      done = await doneOf(running, id);
      samples.push({ done, parts: state() });
    }
  });
  const seconds = (performance.now() - begun) / 1_000;
  const quarter = (/** @type {number} */ part) =>
    samples.find(({ done }) => done >= (rows * part) / 4) ?? { done: 0, parts: [] };
  const inMib = (/** @type {ReturnType<typeof state>} */ parts) => parts.map(({ bytes }) => (bytes / MIB).toFixed(0));
  const peaks = before.map(({ name }, index) => ({
    name,
    bytes: Math.max(...samples.map(({ parts }) => parts[index]?.bytes ?? 0)),
  }));
  section.text(
    `A batch of ${rows} rows in a request of ${((rows * ROW_BYTES) / MIB).toFixed(1)} MiB: answered after ${submitMs.toFixed(0)} ms (longest event loop delay ${heldUpMs.toFixed(0)} ms), done after ${seconds.toFixed(0)} s. Redis grew by ${(((await usedByRedis()) - redisBefore) / rows).toFixed(0)} bytes per row, including records of the last 5,000 prints. Memory (PSS, MiB), sampled every second:`,
  );
  section.table(
    ['rows done', ...before.map(({ name }) => name)],
    [
      ['before', ...inMib(before)],
      ...[0, 1, 2, 3, 4].map((part) => [String(quarter(part).done), ...inMib(quarter(part).parts)]),
      ['the most', ...inMib(peaks)],
    ],
  );
}

/**
 * A batch of one-page documents.
 *
 * @param {Running} running
 * @param {number} wanted rows; a few more where they are too few
 * @param {Around} around
 */
async function printed(running, wanted, around) {
  const rows = Math.ceil(Math.max(wanted, LEAST_ROWS));
  const begun = performance.now();
  const id = await submitted(running, Array(rows).fill({}));
  const submitMs = performance.now() - begun;
  /** @type {Look[]} */
  const looks = [];
  for (let done = 0; done < rows; ) {
    if (performance.now() - begun > LIMIT_MS) throw new Error(`${done} of ${rows} rows are done in time`);
    await sleep(LOOK_EVERY_MS, undefined, around);
    done = await doneOf(running, id);
    looks.push({ at: performance.now(), done });
  }
  // From when all pages are at work to when they no longer are.
  const full = looks.filter(({ done }) => done >= CLIENTS && done <= rows - CLIENTS);
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) throw new Error('a batch was over too soon');
  return { rows, submitMs, perSecond: ((last.done - first.done) * 1_000) / (last.at - first.at) };
}

/** @param {Running} running @param {object[]} rows @param {string} [token] @returns {Promise<string>} the batch's id */
async function submitted({ service }, rows, token) {
  const body = { tool: 'html-to-pdf', input: { html: onePage().html }, rows };
  const answer = await service.call('/api/batches', { body, ...(token && { token }) });
  if (answer.status !== 202) throw new Error(`a batch was answered ${answer.status}: ${answer.body.error}`);
  return answer.body.data.id;
}

/** @param {Running} running @param {string} id @param {string} [token] @returns {Promise<number>} rows */
async function doneOf({ service }, id, token) {
  const { data } = (await service.call(`/api/batches/${id}`, token === undefined ? {} : { token })).body;
  if (data.failed > 0) throw new Error(`${data.failed} rows of a batch failed`);
  return data.done;
}
