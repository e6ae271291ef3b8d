/** Long tables by the template language: against a plain function that makes the same text, and against another build. */
import { resolve } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Problem } from '../../scripts/lib/problem.mjs';
import { percentile } from './statistics.mjs';

const ROWS = 10_000;
const ROUNDS = 60;
/** Code is compiled by then. */
const WARM_UP = 15;
/** What else runs only makes a round slower: of a tenth of them little else came between. */
const UNDISTURBED = 0.1;
const LIMIT_PERCENT = 10;
const FORMATS_LIMIT_MS = 150;

const PLAIN =
  '<table>[[#rows]]<tr><td>[[a]]</td><td>[[b]]</td><td>[[c]]</td><td>[[d]]</td><td>[[e]]</td></tr>[[/rows]]</table>';
const FORMATS = '<table>[[#rows]]<tr><td>[[c | money: "EUR"]]</td><td>[[f | date: "long"]]</td></tr>[[/rows]]</table>';

/** @typedef {{ a: number, b: string, c: number, d: string, e: boolean, f: string }} Row */
/** @typedef {typeof import('@toolpress/template')} Build */

/** @type {import('./service.mjs').Benchmark} */
export async function benchTemplates({ signal }, section, { quick, against, progress }) {
  const now = await import('@toolpress/template');
  const other = against === undefined ? undefined : await buildIn(against);
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index));
  /** @type {Record<string, () => unknown>} in the order of a round */
  const tasks = {
    baseline: () => tableOf(rows),
    plain: filling(now, PLAIN, rows),
    ...(other && { other: filling(other, PLAIN, rows) }),
    formats: filling(now, FORMATS, rows),
  };
  if (tasks['plain']?.() !== tableOf(rows)) throw new Problem('The template and the function make different texts.');
  const best = await progress.step('Tables', () => fastest(tasks, quick ? ROUNDS / 3 : ROUNDS, signal));
  const { baseline = Number.NaN, plain = Number.NaN, formats = Number.NaN } = best;
  section.text(
    `A table of ${ROWS} rows; lines take turns; 10th percentile of the rounds. The ratio is to a function that joins the same escaped texts.`,
  );
  const lineOf = (/** @type {string} */ name, /** @type {number} */ ms) => [
    name,
    ms.toFixed(1),
    (ms / baseline).toFixed(2),
  ];
  section.table(
    ['filled with', 'ms', 'ratio'],
    [
      lineOf('a plain function', baseline),
      lineOf('5 plain tags a row', plain),
      ...(best['other'] === undefined ? [] : [lineOf('5 plain tags a row, the other build', best['other'])]),
      lineOf('`money` and `date` a row', formats),
    ],
  );
  const mark = (/** @type {boolean} */ isKept) => (isKept ? '✓' : '✗');
  section.text(`Limit of \`money\` and \`date\`: ${FORMATS_LIMIT_MS} ms ${mark(formats <= FORMATS_LIMIT_MS)}`);
  if (best['other'] !== undefined) {
    const more = (plain / best['other'] - 1) * 100;
    section.text(
      `Plain tags compared with the other build: ${Math.abs(more).toFixed(1)} % ${more < 0 ? 'less' : 'more'} time (limit ${LIMIT_PERCENT} %) ${mark(more <= LIMIT_PERCENT)}`,
    );
  }
}

/** @param {string} folder of a repository that is built @returns {Promise<Build>} */
async function buildIn(folder) {
  const path = resolve(folder, 'packages/template/dist/index.js');
  return import(pathToFileURL(path).href).catch(() => {
    throw new Problem(`There is no build in ${folder}: --against takes the folder of another checkout, built.`);
  });
}

/** @param {number} index @returns {Row} */
const rowOf = (index) => ({
  a: index,
  b: `x${index}`,
  c: index * 1.5,
  d: 'text',
  e: true,
  f: new Date(index * 86_400_000).toISOString().slice(0, 10),
});

/** @param {Build} build @param {string} text @param {Row[]} rows */
function filling({ compileTemplate, fillTemplate }, text, rows) {
  const template = compileTemplate(text);
  const data = { rows };
  return () => fillTemplate(template, data);
}

/** @param {Row[]} rows */
function tableOf(rows) {
  const parts = ['<table>'];
  for (const { a, b, c, d, e } of rows) {
    const cells = [a, b, c, d, e].map((value) => `<td>${escaped(String(value))}</td>`);
    parts.push(`<tr>${cells.join('')}</tr>`);
  }
  parts.push('</table>');
  return parts.join('');
}

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (/** @type {string} */ text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/**
 * @param {Record<string, () => unknown>} tasks
 * @param {number} rounds
 * @param {AbortSignal} signal
 * @returns {Promise<Record<string, number>>} milliseconds of each
 */
async function fastest(tasks, rounds, signal) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round++) {
    // In turns the other way round: what one leaves to be collected falls to the next.
    const order = Object.entries(tasks);
    for (const [name, run] of round % 2 === 0 ? order : order.reverse()) {
      await pause();
      signal.throwIfAborted();
      const begun = performance.now();
      run();
      if (round >= 0) times[name]?.push(performance.now() - begun);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, percentile(each, UNDISTURBED)]));
}
