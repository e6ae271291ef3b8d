/** Previews of the studio: the time from a key to its PDF, the cost beside a call, and the effect on the calls of other clients. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfText } from '@toolpress/testkit';
import { fortyPages, onePage } from './documents.mjs';
import { startService } from './service.mjs';
import { median, percentile } from './statistics.mjs';

const CLIENTS = 16;
const KEYS = 200;
/** The time between two keys in milliseconds. */
const KEY_MS = 200;
/** The median from the last key to the PDF in milliseconds, at most. The browser draws it after that. */
const MOST_MS = 150;
const ROUNDS = 9;
const CALLS_MS = 5_000;
const WARM_UP_MS = 10_000;
/** The throughput of calls beside previews, relative to calls alone, at least. */
const LEAST_SHARE = 0.95;
/** Calls and previews in turns, to compare their times. */
const PAIRS = 100;

/** @typedef {import('./service.mjs').RunningService} Running */
/** @typedef {import('./documents.mjs').BenchDocument} BenchDocument */

/** @type {import('./service.mjs').Benchmark} */
export async function benchStudio(around, section, { quick, count, rounds, progress }) {
  const running = await startService(around);
  const { signal } = around;
  try {
    const headers = await signedIn(running);
    const warmUp = quick ? WARM_UP_MS / 5 : WARM_UP_MS;
    await progress.step('Warm-up', () => running.run(onePage(), { clients: CLIENTS, forMs: warmUp }));
    await benchPairs(running, headers, section, progress, quick ? PAIRS / 5 : PAIRS);
    const keys = count ?? (quick ? KEYS / 5 : KEYS);
    /** @type {[string, BenchDocument, boolean][]} */
    const typed = [
      ['1 page', onePage(), false],
      ['40 pages, the first', fortyPages(), true],
      ['40 pages', fortyPages(), false],
    ];
    const rows = [];
    for (const [name, document, firstPageOnly] of typed) {
      const { times, overtaken } = await progress.step(`${keys} keys: ${name}`, () =>
        type(running, headers, { document, keys, firstPageOnly, signal }),
      );
      rows.push([name, String(times.length), String(overtaken), ...figuresOf(times)]);
    }
    section.text(
      `Keys every ${KEY_MS} ms. Each sends a preview and cancels one that is not answered yet. Milliseconds from the key to its PDF; the last key’s preview is always answered, and each PDF has the text of its key.`,
    );
    section.table(['document', 'PDFs', 'overtaken', 'p50', 'p95', 'most'], rows);
    const middle = Number(rows[0]?.[3]);
    section.text(
      `Median of the one-page document: ${middle} ms (limit ${MOST_MS} ms with the drawing in the browser) ${middle <= MOST_MS ? '✓' : '✗'}`,
    );
    await benchBeside(running, headers, section, { rounds: rounds ?? (quick ? 3 : ROUNDS), progress, signal });
  } finally {
    await running.end();
  }
}

/** @param {readonly number[]} times @returns {string[]} */
const figuresOf = (times) =>
  [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)].map((ms) => ms.toFixed(0));

/** Opens a session. @param {Running} running @returns {Promise<Record<string, string>>} the headers of the page's requests */
async function signedIn({ service }) {
  const page = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ token: service.token });
  const response = await fetch(`${service.url}/studio/session`, { method: 'POST', headers: page, body });
  if (response.status !== 204) throw new Error(`the sign-in was answered ${response.status}`);
  return { ...page, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/**
 * @param {Running} running
 * @param {Record<string, string>} headers
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ pdf: Buffer, milliseconds: number }>}
 */
async function previewed({ service }, headers, body, signal) {
  const request = { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) };
  const response = await fetch(`${service.url}/studio/api/preview`, request);
  const { data, error } = /** @type {any} */ (await response.json());
  if (response.status !== 200) throw new Error(`a preview was answered ${response.status}: ${error}`);
  return { pdf: Buffer.from(data.pdf_base64, 'base64'), milliseconds: data.milliseconds };
}

/** @param {BenchDocument} document @param {string} typed */
const bodyOf = ({ html, data }, typed) => ({
  html: html.replace('<body>', `<body><p>${typed}</p>`),
  ...(data && { data }),
});

/**
 * Types, and previews each key.
 *
 * @param {Running} running
 * @param {Record<string, string>} headers
 * @param {{ document: BenchDocument, keys: number, firstPageOnly: boolean, signal: AbortSignal }} options
 */
async function type(running, headers, { document, keys, firstPageOnly, signal }) {
  /** @type {number[]} */
  const times = [];
  /** @type {{ key: number, pdf: Buffer }[]} */
  const pdfs = [];
  let overtaken = 0;
  /** @type {{ over: AbortController, done: Promise<void> } | undefined} */
  let last;
  const begun = performance.now();
  for (let key = 1; key <= keys; key++) {
    await sleep(Math.max(0, begun + key * KEY_MS - performance.now()), undefined, { signal });
    last?.over.abort();
    const over = new AbortController();
    const pressed = performance.now();
    const body = { ...bodyOf(document, `key ${key}.`), ...(firstPageOnly && { first_page_only: true }) };
    const done = previewed(running, headers, body, over.signal).then(
      ({ pdf }) => {
        times.push(performance.now() - pressed);
        pdfs.push({ key, pdf });
      },
      (error) => {
        if (!over.signal.aborted) throw error;
        overtaken += 1;
      },
    );
    done.catch(() => undefined); // awaited below
    last = { over, done };
  }
  await last?.done;
  for (const { key, pdf } of pdfs)
    if (!pdfText(pdf).includes(`key ${key}.`)) throw new Error(`the PDF of key ${key} has another text`);
  return { times, overtaken };
}

/**
 * A client that calls and previews in turns.
 *
 * @param {Running} running
 * @param {Record<string, string>} headers
 * @param {import('./report.mjs').Section} section
 * @param {import('./service.mjs').Options['progress']} progress
 * @param {number} pairs
 */
async function benchPairs(running, headers, section, progress, pairs) {
  const { service } = running;
  /** @type {number[][]} */
  const times = [[], [], []];
  await progress.step(`${pairs} calls and previews in turns`, async () => {
    for (let pair = 0; pair < pairs; pair++) {
      const body = bodyOf(onePage(), `pair ${pair}`);
      const called = performance.now();
      const { status } = await service.call('/api/utilities/html-to-pdf', { body });
      if (status !== 200) throw new Error(`a call was answered ${status}`);
      times[0]?.push(performance.now() - called);
      const asked = performance.now();
      const { milliseconds } = await previewed(running, headers, body);
      times[1]?.push(performance.now() - asked);
      times[2]?.push(milliseconds);
      // Fewer than the limit of previews per second.
      await sleep(Math.max(0, asked + 60 - performance.now()));
    }
  });
  const names = ['call', 'preview', '`milliseconds` of its answer'];
  section.text('One page: a client with a call and a preview in turns, milliseconds.');
  section.table(
    ['', 'p50', 'p95', 'most'],
    names.map((name, index) => [name, ...figuresOf(times[index] ?? [])]),
  );
  const [calls = Number.NaN, previews = Number.NaN] = times.map(median);
  section.text(`A preview takes ${(previews - calls).toFixed(1)} ms more than a call (median).`);
}

/**
 * @param {Running} running
 * @param {Record<string, string>} headers
 * @param {import('./report.mjs').Section} section
 * @param {{ rounds: number, progress: import('./service.mjs').Options['progress'], signal: AbortSignal }} options
 */
async function benchBeside(running, headers, section, { rounds, progress, signal }) {
  /** @type {number[]} */
  const shares = [];
  /** @type {string[][]} */
  const rows = [];
  /** @type {number[]} */
  const all = [];
  for (let round = 1; round <= rounds; round++) {
    await progress.step(`Calls alone and beside previews, round ${round} of ${rounds}`, async () => {
      const call = () => running.run(onePage(), { clients: CLIENTS, forMs: CALLS_MS });
      const alone = await call();
      const keys = Math.ceil(CALLS_MS / KEY_MS);
      const typing = type(running, headers, { document: onePage(), keys, firstPageOnly: false, signal });
      const [beside, { times, overtaken }] = await Promise.all([call(), typing]);
      shares.push(beside.perSecond / alone.perSecond);
      all.push(...times);
      rows.push([
        String(round),
        ...[alone, beside].map(({ perSecond }) => perSecond.toFixed(1)),
        (beside.perSecond / alone.perSecond).toFixed(3),
        String(times.length),
        String(overtaken),
      ]);
    });
  }
  const share = median(shares);
  section.text(
    `${CLIENTS} clients with calls of one page, alone and beside a person who types, in turns. Previews wait for calls: p50 ${figuresOf(all)[0]} ms.`,
  );
  section.table(['round', 'alone/s', 'beside/s', 'share', 'previews', 'overtaken'], rows);
  section.text(
    `Throughput of calls beside previews: median ${share.toFixed(3)} (at least ${LEAST_SHARE}) ${share >= LEAST_SHARE ? '✓' : '✗'}`,
  );
}
