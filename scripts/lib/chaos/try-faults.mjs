/** Tries faults one after the other, and prints their table. */
import { FAULTS, runExperiment } from '@toolpress/e2e';
import { figures, table, text } from '../terminal/table.mjs';

const COLUMNS = [
  text('fault'),
  ...['sent', 'answered 200'].map(figures),
  text('answered with an error'),
  ...['lost', 'normal after, s'].map(figures),
];

/**
 * @param {string} words of the names of the faults to try; all when empty
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {AbortSignal} stop
 * @returns {Promise<boolean | undefined>} whether nothing happened that must not; undefined when no fault has the words
 */
export async function tryFaults(words, progress, stop) {
  const chosen = FAULTS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  if (chosen.length === 0) return undefined;
  /** @type {string[][]} */
  const rows = [];
  const problems = [];
  for (const fault of chosen) {
    stop.throwIfAborted();
    const report = await progress.step(
      'Fault',
      () => runExperiment(fault),
      () => fault.name,
    );
    if (report === undefined) {
      progress.warn(`This machine can't have the fault: ${fault.name}`);
      continue;
    }
    rows.push(rowOf(report));
    problems.push(...problemsOf(report));
  }
  progress.line();
  for (const line of table(COLUMNS, rows)) progress.line(line);
  progress.line();
  for (const problem of problems) progress.warn(problem);
  return problems.length === 0;
}

/** @param {import('@toolpress/e2e').Report} report */
function rowOf({ fault, sent, ok, errors, lost, normalAfterMs }) {
  const named = Object.entries(errors).map(([code, count]) => `${code} ${count}`);
  const numbers = [sent, ok].map(String);
  return [fault, ...numbers, named.join(', ') || '-', String(lost), (normalAfterMs / 1_000).toFixed(1)];
}

/** @param {import('@toolpress/e2e').Report} report */
function problemsOf({ fault, lost, problems }) {
  return [...(lost > 0 ? [`${lost} documents lost`] : []), ...problems].map((problem) => `${fault}: ${problem}`);
}
