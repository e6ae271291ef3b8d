/** The service compared with bare Chromium and with other ways to make PDFs, all over HTTP. */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureCpu, memoryBytes, processTrees } from '@toolpress/testkit';
import { fortyPages, invoice, onePage } from './documents.mjs';
import { sectionOf, storeResults } from './pdf-results.mjs';
import { gather } from './pdf-targets.mjs';
import { runDescription } from './report.mjs';
import { percentile } from './statistics.mjs';

/** Turns of long documents are longer, so that the turn has enough of them. */
const DOCUMENTS = [
  { document: invoice(), forMs: 1_500, everyRounds: 1 },
  { document: onePage(), forMs: 1_500, everyRounds: 1 },
  { document: fortyPages(), forMs: 4_000, everyRounds: 2 },
];
/** Odd, so that the median is one of the rounds. */
const ROUNDS = 15;
/** V8 compiles the last of what runs often after some thousand documents. */
const WARM_UP = 3_000;
/** The share of long documents, which take 20 times as long. */
const WARM_UP_LONG = 1 / 100;
/** The longest warm-up of a target with one document. Only slow peers reach it. */
const WARM_UP_LIMIT_MS = 120_000;
const WARM_UP_CLIENTS = 4;
/** Work that a turn leaves behind must not count for the next. */
const PAUSE_MS = 60;
const MEMORY_SAMPLE_MS = 250;
/** Serial numbers of a round's documents, and of a turn's: more than are printed in the warm-up and in a turn. */
const [SERIALS_A_ROUND, SERIALS_A_TURN] = [100_000, 1_000];

/** @typedef {import('./pdf-targets.mjs').Entry} Entry */

/** @type {import('./service.mjs').Benchmark} */
export async function benchPdf(around, section, options) {
  const { quick, against, rounds = quick ? 3 : ROUNDS, warm = quick ? 60 : WARM_UP, progress } = options;
  const haste = quick ? 0.25 : 1;
  const load = loadavg()[0] ?? 0;
  const field = await progress.step('Targets', () => gather(around, against));
  try {
    const warmed = await warmUpAll(field.entries, warm, around, progress);
    /** @type {import('./pdf-results.mjs').PdfResults} */
    const results = {
      run: runDescription(around.browser),
      load: Number(load.toFixed(1)),
      absent: field.absent,
      documents: DOCUMENTS.map(({ document: { name } }) => ({
        name,
        targets: field.entries
          .filter(({ documents }) => documents.some((other) => other === name))
          .map(({ key, label, clients, target }) => ({ key, label, clients, ...warmed.get(target), turns: [] })),
      })),
    };
    for (let round = 0; round < rounds; round++) {
      await progress.step(`Round ${round + 1} of ${rounds}`, async () => {
        for (const [index, { document, forMs, everyRounds }] of DOCUMENTS.entries()) {
          if (round % everyRounds !== 0) continue;
          const entries = field.entries.filter(({ documents }) => documents.some((other) => other === document.name));
          const turns = await playRound(entries, document, forMs * haste, round, around.signal);
          for (const { key, clients, turns: earlier } of results.documents[index]?.targets ?? []) {
            const entry = entries.find((other) => other.key === key && other.clients === clients);
            const turn = entry && turns.get(entry);
            if (turn) earlier.push(turn);
          }
        }
      });
    }
    sectionOf(results, section);
    if (!quick) storeResults(results);
  } finally {
    await field.end();
  }
}

/**
 * Prints the same number of PDFs with every target, so that all are equally warm. Memory is sampled meanwhile, because
 * that disturbs timed turns.
 *
 * @param {Entry[]} entries
 * @param {number} count of short PDFs
 * @param {import('./service.mjs').Around} around
 * @param {import('./service.mjs').Options['progress']} progress
 */
async function warmUpAll(entries, count, { signal }, progress) {
  /** @type {Map<Entry['target'], { warmedBy: number, peakMiB: number }>} */
  const warmed = new Map();
  for (const { target, documents, label } of entries) {
    if (warmed.has(target)) continue;
    const state = { warmedBy: 0, peakMiB: 0 };
    warmed.set(target, state);
    const sample = () => {
      const bytes = memoryBytes(processTrees(target.roots).map(({ pid }) => pid));
      state.peakMiB = Math.max(state.peakMiB, Math.round(bytes / 2 ** 20));
    };
    const sampling = setInterval(sample, MEMORY_SAMPLE_MS);
    const ours = DOCUMENTS.filter(({ document: { name } }) => documents.some((one) => one === name));
    const short = ours.filter(({ document }) => document.pages === 1).length;
    try {
      await progress.step(`Warm-up: ${label}`, async () => {
        for (const { document } of ours) {
          const share = document.pages > 1 ? WARM_UP_LONG : 1 / short;
          const atLeast = Math.ceil(count * share);
          const until = performance.now() + WARM_UP_LIMIT_MS * share;
          for (let printed = 0; printed < atLeast && performance.now() < until; ) {
            signal.throwIfAborted();
            // In pieces, so that the limit of time holds.
            const piece = Math.min(100, atLeast - printed);
            const { latencies } = await target.run(document, {
              clients: WARM_UP_CLIENTS,
              atLeast: piece,
              serial: printed,
            });
            printed += latencies.length;
            state.warmedBy += latencies.length;
          }
        }
      });
    } finally {
      clearInterval(sampling);
    }
  }
  return warmed;
}

/**
 * @param {Entry[]} entries
 * @param {import('./documents.mjs').BenchDocument} document
 * @param {number} forMs
 * @param {number} round shifts the order
 * @param {AbortSignal} signal
 * @returns {Promise<Map<Entry, import('./pdf-results.mjs').Turn>>}
 */
async function playRound(entries, document, forMs, round, signal) {
  const turns = new Map();
  // The machine's speed changes within seconds. Targets that are compared take their turns close together.
  const order = entries.toSorted((one, other) => one.clients - other.clients);
  const shift = (round * 3) % order.length;
  for (const entry of [...order.slice(shift), ...order.slice(0, shift)]) {
    await sleep(PAUSE_MS, undefined, { signal });
    const { target, clients } = entry;
    const [cpu, ofParts] = [measureCpu(target.roots), entry.measure?.()];
    const { perSecond, latencies } = await target.run(document, { clients, forMs, serial: serialOf(round, clients) });
    const [{ all }, parts] = [cpu(), ofParts?.()];
    // The first request of a turn, which is checked, is not in `latencies`.
    const perPdf = (/** @type {number} */ seconds) => rounded((seconds * 1_000) / (latencies.length + 1));
    const [p50, p95] = [0.5, 0.95].map((share) => rounded(percentile(latencies, share)));
    turns.set(entry, {
      perSecond: rounded(perSecond),
      p50,
      p95,
      cpuMs: perPdf(all),
      ...(parts && {
        parts: Object.fromEntries(Object.entries(parts).map(([name, seconds]) => [name, perPdf(seconds)])),
      }),
    });
  }
  return turns;
}

/** Returns the serial number of a turn's first document: the same for all targets, and none is printed twice. @param {number} round @param {number} clients */
const serialOf = (round, clients) => (round + 1) * SERIALS_A_ROUND + clients * SERIALS_A_TURN;

const rounded = (/** @type {number} */ value) => Number(value.toPrecision(4));
