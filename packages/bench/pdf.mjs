/** The service against bare Chromium and against other ways to make PDFs with it. */
import { fivePages, fortyPages, onePage } from './documents.mjs';
import { verdicts } from './pdf-goals.mjs';
import { playRound, warmUp } from './pdf-rounds.mjs';
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

const METHOD = `Everybody prints the same HTML with the same Chromium and the same flags, untagged, and delivers the PDF's bytes; the
pages of every PDF are counted. *Floor*: a bare loop over as many warm pages as there are cores, through the DevTools
protocol, with nothing around it. *Pages hidden*: the same loop with the one thing that the service's pages have over it: Chromium
draws no picture of them. *The service*: Redis, gateway, one worker and folder storage over HTTP on kept
connections; the callers, a process of their own, share the cores with it. *puppeteer-cluster* as its README
shows it: a new page for each job, \`page.setContent\`, \`page.pdf\`. *jsreport*: \`chrome-pool\` with a browser for each core, called in its
own process. Everybody prints for ${WARM_UP_MS / 1_000} s with each number of clients first, and has a turn in every round, in changing order. Throughput and processor time: medians of the
rounds; latencies: of all rounds' documents. Processor time is that of all processes of a contestant, Chromium, Redis, gateway and
worker included; memory is the most that was seen of their proportional set size (PSS) in a warm-up round under the same load.`;

/**
 * @param {import('./service.mjs').Around} around
 * @param {import('./report.mjs').Section} section
 * @param {{ root: string, quick: boolean, progress: import('../../scripts/lib/terminal/progress.mjs').Progress }} options
 */
export async function benchPdf(around, section, { root, quick, progress }) {
  const haste = quick ? 0.4 : 1;
  const field = await progress.step('Contestants', () => gather(around, root));
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

const key = (/** @type {import('./pdf-rounds.mjs').Entry} */ { label, clients }, /** @type {string} */ document) =>
  `${label} ${clients} ${document}`;

/** @param {import('./pdf-rounds.mjs').Entry[]} entries @param {number} haste */
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
        ...figures(played.flatMap((round) => round.get(entry) ?? [])),
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

/** @param {import('./pdf-rounds.mjs').Turn[]} turns */
function figures(turns) {
  const latencies = turns.flatMap((turn) => turn.latencies);
  const speeds = turns.map(({ perSecond }) => perSecond);
  return [
    ...[0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1)),
    median(speeds).toFixed(1),
    `${Math.min(...speeds).toFixed(1)} to ${Math.max(...speeds).toFixed(1)}`,
    median(turns.map(({ cpuMs }) => cpuMs)).toFixed(1),
  ];
}
