/** The results of `./scripts/bench pdf`, and the tables of docs/benchmarks.md and README.md that are generated from them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { Section } from './report.mjs';
import { median } from './statistics.mjs';

/**
 * @typedef {object} Turn
 * @property {number} perSecond PDFs
 * @property {number} p50 latency in milliseconds
 * @property {number} p95
 * @property {number} cpuMs processor time per PDF of all processes
 * @property {Record<string, number>} [parts] the same of each part
 *
 * @typedef {object} TargetResults of one document with a number of clients
 * @property {string} key
 * @property {string} label
 * @property {number} clients
 * @property {number} [warmedBy] PDFs before the first round
 * @property {number} [peakMiB] proportional set size (PSS) during the warm-up
 * @property {Turn[]} turns one of each round
 *
 * @typedef {{ name: string, targets: TargetResults[] }} DocumentResults
 *
 * @typedef {object} PdfResults
 * @property {string} run date, machine and versions
 * @property {number} load the machine's load average when the run began
 * @property {string[]} absent targets that are not installed
 * @property {DocumentResults[]} documents
 */

const RESULTS = new URL('./results.json', import.meta.url);

/** Replaces the tables until there are results. */
const NO_RESULTS = 'Not measured yet: `./scripts/bench pdf` writes these tables.';

/** @returns {PdfResults} of the last run that was not quick */
const lastResults = () => JSON.parse(readFileSync(RESULTS, 'utf8'));

/** Stores the results for the tables of the documentation, without those of another build. @param {PdfResults} results */
export function storeResults(results) {
  const documents = results.documents.map(({ targets, ...rest }) => ({
    ...rest,
    targets: targets.filter(({ key }) => key !== 'against'),
  }));
  writeFileSync(RESULTS, `${JSON.stringify({ ...results, documents })}\n`);
}

export const PDF_TITLE = 'PDFs: the service compared with bare Chromium and others';

const METHOD = `All targets print the same documents, untagged, with the same fonts, and are asked over HTTP by the same clients in another process on the same cores. Chromium is the same program for all.

- *Raw loop behind HTTP*: a bare HTTP server and the raw DevTools protocol: two browsers with two hidden pages each, the print command sent together with the content. It checks, queues and stores nothing. *For paper only*: the floor. As in the service, documents are not laid out for their window.
- *The service*: Redis, gateway, one worker and folder storage.
- *puppeteer-cluster*: the example of its README, a new page for each job. *jsreport*: \`chrome-pool\` with one browser per core. Both behind a bare HTTP server.
- *Gotenberg*: its own server with its defaults. *WeasyPrint* and *Typst*: one process per core behind a bare HTTP server. Typst prints a separate template with the same content, by one compiler per process, which keeps its fonts.

*Invoice*: a logo, two style sheets, one font, a header with the invoice's number, a footer with terms of payment and page numbers. The service and Gotenberg receive files beside the HTML; the raw loop everything inline. *1 page* and *40 pages*: tables with one style sheet inside. No document is printed twice: each has its own rows, an invoice also its number, customer and terms.

Each target has printed 3,000 PDFs before, slower ones what they print in two minutes. Targets take turns in every round, in changing order. All figures are medians of the rounds.`;

/** @typedef {{ what: string, document: string, of: (turn: Turn, ofRival: boolean) => number, versus: string, clients?: number, goal?: Goal, isDifference?: boolean }} Ratio */
/** @typedef {{ least?: number, most?: number }} Goal */

const speed = (/** @type {Turn} */ { perSecond }) => perSecond;
const latency = (/** @type {Turn} */ { p50 }) => p50;

const COLUMNS = ['invoice', '1 page', '40 pages'];
/** The least throughput relative to a rival's, by rival, document and number of clients. @type {Record<string, Record<string, Record<number, number>>>} */
const LEAST = {
  rawp: { invoice: { 4: 0.65, 16: 0.7 }, '1 page': { 4: 0.68, 16: 0.75 }, '40 pages': { 4: 0.95, 16: 0.9 } },
  raw: { invoice: { 16: 0.75 } },
  gotenberg: { '1 page': { 4: 10 } },
};

/** @type {Ratio[]} */
const RATIOS = [
  ...[
    ['rawp', 'the floor'],
    ['raw', 'the raw loop'],
  ].flatMap(([key = '', name = '']) =>
    [1, 4, 16].flatMap((clients) => COLUMNS.map((document) => ratioTo(key, name, document, clients))),
  ),
  addedLatency('invoice'),
  { ...addedLatency('1 page'), goal: { most: 7 } },
  {
    what: 'own processor time compared with all of the floor, 1 page, 16 clients',
    document: '1 page',
    of: (turn, ofRival) => (ofRival ? turn.cpuMs : ownMs(turn)),
    versus: 'rawp',
    clients: 16,
    goal: { most: 0.36 },
  },
  ...COLUMNS.map((document) => ratioTo('gotenberg', 'Gotenberg', document, 4)),
  ...[
    ['cluster', 'puppeteer-cluster'],
    ['jsreport', 'jsreport'],
    ['weasyprint', 'WeasyPrint'],
    ['typst', 'Typst'],
    ['against', 'the other build'],
  ].flatMap(([key = '', name = '']) => ['1 page', '40 pages'].map((document) => ratioTo(key, name, document))),
];

/** @param {string} document @returns {Ratio} */
function addedLatency(document) {
  const what = `median latency added to the floor, ${document}, 1 client, ms`;
  return { what, document, of: latency, versus: 'rawp', clients: 1, isDifference: true };
}

/**
 * @param {string} versus
 * @param {string} name
 * @param {string} document
 * @param {number} [clients] default: the number with the best throughput of each
 * @returns {Ratio}
 */
function ratioTo(versus, name, document, clients) {
  const what = `throughput compared with ${name}, ${document}`;
  if (clients === undefined) return { what, document, of: speed, versus };
  const load = `${clients} client${clients === 1 ? '' : 's'}`;
  const least = LEAST[versus]?.[document]?.[clients];
  return { what: `${what}, ${load}`, document, of: speed, versus, clients, ...(least && { goal: { least } }) };
}

const OWN = ['gateway', 'worker', 'Redis'];

/**
 * @param {PdfResults} results
 * @param {Section} section where the tables are added
 */
export function sectionOf(results, section) {
  section.text(METHOD);
  for (const { name, targets } of results.documents) {
    const [first] = targets;
    const rounds = first?.turns.length ?? 0;
    section.text(`**${name}**, ${rounds} round${rounds === 1 ? '' : 's'}`);
    section.table(
      ['', 'clients', 'PDF/s', 'of rounds', 'p50 ms', 'p95 ms', 'CPU ms/PDF', 'peak MiB'],
      targets.map(({ label, clients, peakMiB = 0, turns }) => {
        const speeds = turns.map(speed);
        return [
          label,
          String(clients),
          median(speeds).toFixed(1),
          spread(speeds, 1),
          ...[latency, (/** @type {Turn} */ { p95 }) => p95, (/** @type {Turn} */ { cpuMs }) => cpuMs].map((of) =>
            median(turns.map(of)).toFixed(1),
          ),
          String(peakMiB),
        ];
      }),
    );
  }
  const names = [...OWN, 'Chromium'];
  section.text('Processor time of the service per PDF, in milliseconds. *Own*: gateway, worker (Node.js) and Redis.');
  section.table(
    ['', 'clients', ...names, 'own', 'own / Chromium'],
    results.documents.flatMap(({ name, targets }) =>
      targets
        .filter(({ key, turns }) => key !== 'forms' && turns[0]?.parts !== undefined)
        .map(({ key, label, clients, turns }) => [
          `${name}${key === 'service' ? '' : `, ${label}`}`,
          String(clients),
          ...names.map((part) => median(turns.map(({ parts }) => parts?.[part] ?? Number.NaN)).toFixed(2)),
          median(turns.map(ownMs)).toFixed(2),
          median(turns.map((turn) => ownMs(turn) / (turn.parts?.['Chromium'] ?? Number.NaN))).toFixed(2),
        ]),
    ),
  );
  if (results.absent.length > 0) section.text(`Not measured: ${results.absent.join(', ')}.`);
  section.text('**Ratios** with a goal, of the service within a round: median and range of the rounds.');
  section.table(
    ['', 'wanted', 'reached', 'of rounds', ''],
    RATIOS.flatMap((ratio) => {
      const values = valuesOf(results, ratio);
      if (values.length === 0 || ratio.goal === undefined) return []; // the others follow from the tables
      const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = ratio.goal;
      const digits = ratio.isDifference ? 1 : 2;
      const reached = median(values);
      const wanted = Number.isFinite(least) ? `≥ ${least}` : `≤ ${most}`;
      const mark = reached >= least && reached <= most ? '✓' : '✗';
      return [[ratio.what, wanted, reached.toFixed(digits), spread(values, digits), mark]];
    }),
  );
}

/** @param {Turn} turn @returns {number} processor time of gateway, worker and Redis per PDF in milliseconds */
const ownMs = ({ parts }) => OWN.reduce((sum, part) => sum + (parts?.[part] ?? Number.NaN), 0);

/** @param {number[]} values @param {number} digits */
const spread = (values, digits) => `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

/** @param {PdfResults} results @param {Ratio} ratio @returns {number[]} of each round; empty if the rival did not take part */
function valuesOf({ documents }, { document, of, versus, clients, isDifference }) {
  const targets = documents.find(({ name }) => name === document)?.targets ?? [];
  const turnsOf = (/** @type {string} */ key) => {
    const ofKey = targets.filter((target) => target.key === key);
    if (clients !== undefined) return ofKey.find((target) => target.clients === clients)?.turns ?? [];
    const best = (/** @type {TargetResults} */ target) => median(target.turns.map(speed));
    return ofKey.sort((one, other) => best(other) - best(one))[0]?.turns ?? [];
  };
  const theirs = turnsOf(versus);
  return turnsOf('service').flatMap((turn, round) => {
    const rival = theirs[round];
    if (rival === undefined) return [];
    return [isDifference ? of(turn, false) - of(rival, true) : of(turn, false) / of(rival, true)];
  });
}

/** Returns the part of docs/benchmarks.md. */
export function pdfPart(results = lastResults()) {
  const section = new Section(PDF_TITLE, () => undefined);
  if (results.documents.length === 0) {
    section.text(NO_RESULTS);
    return section.markdown();
  }
  sectionOf(results, section);
  return `${section.markdown()}\n\n${results.run} Load average at the beginning: ${results.load}.`;
}

const [BEGIN, END] = ['<!-- speed -->\n', '<!-- end of speed -->'];
/** Rows of README's table: the key of the rival, its name, the number of clients (absent: the best of both). */
const ROWS = /** @type {const} */ ([
  ['rawp', 'bare Chromium that lays out for paper only, as the service does', 16],
  ['raw', 'bare Chromium (raw DevTools protocol behind a bare HTTP server)', 16],
  ['gotenberg', 'Gotenberg 8', undefined],
  ['jsreport', 'jsreport with chrome-pdf', undefined],
  ['cluster', 'puppeteer-cluster (the example of its README)', undefined],
  ['weasyprint', 'WeasyPrint', undefined],
  ['typst', 'Typst (a separate template instead of HTML)', undefined],
]);

/**
 * @param {string} readme
 * @param {PdfResults} [results] default: those of the last run
 * @returns {string} the readme with the current figures between its two comments
 */
export function withSpeed(readme, results = lastResults()) {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('README.md lacks the comments around its speed.');
  return before + BEGIN + speedOf(results) + END + after;
}

/** @param {PdfResults} results */
function speedOf(results) {
  if (results.documents.length === 0) return `${NO_RESULTS}\n`;
  const rows = ROWS.flatMap(([versus, name, clients]) => {
    const cells = COLUMNS.map((document) => {
      const values = valuesOf(results, { what: '', document, of: speed, versus, ...(clients && { clients }) });
      if (values.length === 0) return '';
      const ratio = median(values);
      return `${ratio.toFixed(ratio < 2 ? 2 : 1)}×`;
    });
    return cells.every((cell) => cell === '') ? [] : [`| ${name} | ${cells.join(' | ')} |`];
  });
  const added = valuesOf(results, addedLatency('1 page'));
  const sentence = `\nWith one client, the median latency of a page is ${median(added).toFixed(1)} ms higher than that of bare Chromium that lays out for paper only ([details](docs/performance.md)).`;
  return [
    `| Compared with | ${COLUMNS.join(' | ')} |\n|---|---|---|---|`,
    ...rows,
    ...(added.length > 0 ? [sentence] : []),
    '',
  ].join('\n');
}
