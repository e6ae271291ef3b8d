/** The service against bare Chromium and against other ways to make PDFs with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryBytes, processTrees, treeCpuSeconds } from '@toolpress/testkit';
import { fivePages, fortyPages, onePage } from './documents.mjs';
import { verdicts } from './pdf-goals.mjs';
import { gather } from './pdf-targets.mjs';
import { median, percentile } from './statistics.mjs';

/** A turn of 40 pages takes longer: a second holds few of them. */
const DOCUMENTS = [
  { document: onePage(), forMs: 800, everyRounds: 1 },
  { document: fivePages(), forMs: 1_000, everyRounds: 3 },
  { document: fortyPages(), forMs: 3_000, everyRounds: 2 },
];
/** Enough for a median that the machine's other work moves little; an odd number, so that it is one of them. */
const ROUNDS = 15;
/** Of everybody with each number of clients: Node.js compiles what runs often, the last of it after some thousand documents. */
const WARM_UP_MS = 10_000;
/** What one turn leaves to be cleared away is not in the next one's time. */
const PAUSE_MS = 60;
const MEMORY_SAMPLE_MS = 250;

const METHOD = `Everybody prints the same HTML with the same Chromium and the same flags, untagged, and delivers the PDF's bytes; the
pages of every PDF are counted. *Baseline*: a bare loop over as many warm pages as there are cores, through the DevTools
protocol, with nothing around it. *Pages hidden*: the same loop with the one thing that the service's pages have over it: Chromium
draws no picture of them. *The service*: Redis, gateway, one worker and folder storage over HTTP on kept
connections; the callers, a process of their own, share the cores with it. *puppeteer-cluster* as its README
shows it: a new page for each job, \`page.setContent\`, \`page.pdf\`. *jsreport*: \`chrome-pool\` with a browser for each core, called in its
own process. Everybody prints for ${WARM_UP_MS / 1_000} s with each number of clients first, and has a turn in every round, in changing order. Throughput and processor time: medians of the
rounds; latencies: of all rounds' documents. Processor time is that of all processes of a target, Chromium, Redis, gateway and
worker included; memory is the most that was seen of their proportional set size (PSS) in a warm-up round under the same load.`;

/** @type {import('./service.mjs').Benchmark} */
export async function benchPdf(around, section, { quick, progress }) {
  const haste = quick ? 0.4 : 1;
  const field = await progress.step('Targets', () => gather(around));
  try {
    const memory = await progress.step('Warm-up', () => warmUpAll(field.entries, haste));
    const rounds = new Map(DOCUMENTS.map(({ document }) => [document.name, /** @type {Round[]} */ ([])]));
    const count = quick ? 3 : ROUNDS;
    for (let round = 0; round < count; round++) {
      await progress.step(`Round ${round + 1} of ${count}`, async () => {
        for (const { document, forMs, everyRounds } of DOCUMENTS) {
          if (round % everyRounds !== 0) continue;
          const turns = await playRound(field.entries, document, forMs * haste, round, around.signal);
          rounds.get(document.name)?.push(turns);
        }
      });
    }
    report(section, field, rounds, memory);
  } finally {
    await field.end();
  }
}

/**
 * @typedef {import('./pdf-goals.mjs').Round} Round
 * @typedef {Map<string, number>} Memory bytes by entry and document
 */

const key = (/** @type {Entry} */ { label, clients }, /** @type {string} */ document) =>
  `${label} ${clients} ${document}`;

/** @param {Entry[]} entries @param {number} haste */
async function warmUpAll(entries, haste) {
  /** @type {Memory} */
  const memory = new Map();
  for (const { document, forMs } of DOCUMENTS) {
    for (const entry of entries) {
      const duration = document === DOCUMENTS[0]?.document ? WARM_UP_MS : forMs / 2;
      memory.set(key(entry, document.name), await warmUp(entry, document, duration * haste));
    }
  }
  return memory;
}

/**
 * @param {import('./report.mjs').Section} section
 * @param {import('./pdf-targets.mjs').Field} field
 * @param {Map<string, Round[]>} rounds
 * @param {Memory} memory
 */
function report(section, { entries, absent }, rounds, memory) {
  section.text(METHOD);
  for (const [document, played] of rounds) {
    section.text(`**${document}**, ${played.length} rounds`);
    section.table(
      ['', 'clients', 'p50 ms', 'p95 ms', 'p99 ms', 'PDF/s', 'of rounds', 'CPU ms/PDF', 'peak MiB'],
      entries.map((entry) => [
        entry.label,
        String(entry.clients),
        ...statistics(played.flatMap((round) => round.get(entry) ?? [])),
        ((memory.get(key(entry, document)) ?? 0) / 2 ** 20).toFixed(0),
      ]),
    );
  }
  for (const reason of absent) section.text(`Not measured: ${reason}.`);
  section.text('**Ratios**: each round’s own, their median and from the least to the greatest.');
  section.table(
    ['', 'wanted', 'reached', 'of rounds', ''],
    verdicts(rounds).map(({ what, wanted, reached, spread, isReached }) => [
      what,
      wanted,
      reached,
      spread,
      wanted === '' ? '' : isReached ? '✓' : '✗',
    ]),
  );
}

/** @param {Turn[]} turns */
function statistics(turns) {
  const latencies = turns.flatMap((turn) => turn.latencies);
  const speeds = turns.map(({ perSecond }) => perSecond);
  return [
    ...[0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1)),
    median(speeds).toFixed(1),
    `${Math.min(...speeds).toFixed(1)} to ${Math.max(...speeds).toFixed(1)}`,
    median(turns.map(({ cpuMs }) => cpuMs)).toFixed(1),
  ];
}

/**
 * @typedef {object} Entry a target with so many clients
 * @property {import('./targets/launch.mjs').Target} target
 * @property {number} clients
 * @property {string} label
 *
 * @typedef {object} Turn
 * @property {number} perSecond
 * @property {number[]} latencies
 * @property {number} cpuMs of all its processes, per document
 */

/**
 * @param {Entry[]} entries
 * @param {import('./documents.mjs').BenchDocument} document
 * @param {number} forMs
 * @param {number} round turns the order
 * @param {AbortSignal} signal
 * @returns {Promise<Round>}
 */
export async function playRound(entries, document, forMs, round, signal) {
  /** @type {Round} */
  const turns = new Map();
  // The machine's speed changes within seconds: those who are compared have their turns close together, in most rounds.
  const order = entries.toSorted((one, other) => one.clients - other.clients);
  const shift = (round * 3) % order.length;
  for (const entry of [...order.slice(shift), ...order.slice(0, shift)]) {
    await sleep(PAUSE_MS, undefined, { signal });
    const { target, clients } = entry;
    const before = treeCpuSeconds(target.roots);
    const { perSecond, latencies } = await target.run(document, { clients, forMs });
    const cpuMs = ((treeCpuSeconds(target.roots) - before) * 1_000) / latencies.length;
    turns.set(entry, { perSecond, latencies, cpuMs });
  }
  return turns;
}

/**
 * A turn that warms up and is not timed: the memory of the processes is looked at meanwhile, which disturbs them.
 *
 * @param {Entry} entry
 * @param {import('./documents.mjs').BenchDocument} document
 * @param {number} forMs
 * @returns {Promise<number>} the most bytes seen, shared memory counted once
 */
export async function warmUp({ target, clients }, document, forMs) {
  let most = 0;
  const look = () => {
    most = Math.max(most, memoryBytes(processTrees(target.roots).map(({ pid }) => pid)));
  };
  const sampling = setInterval(look, MEMORY_SAMPLE_MS);
  try {
    await target.run(document, { clients, forMs });
    look();
  } finally {
    clearInterval(sampling);
  }
  return most;
}
