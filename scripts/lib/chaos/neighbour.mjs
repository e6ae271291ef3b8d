/** Runs a hostile account beside honest callers, and prints what both were answered and what the processes held. */
import { runHostileNeighbour } from '@toolpress/e2e';
import { figures, table, text } from '../terminal/table.mjs';

/** What each process may hold, whatever the hostile account sends, MiB. */
const MOST_MIB = { gateway: 1_024, worker: 1_024, redis: 512, chromium: Number.POSITIVE_INFINITY };

/**
 * @param {number} seconds
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @returns {Promise<boolean>} whether the honest callers noticed little and nothing burst
 */
export async function tryNeighbour(seconds, progress) {
  const report = await progress.step(
    'Hostile neighbour',
    () => runHostileNeighbour(seconds),
    () => `${seconds} s`,
  );
  const { honest, hostile, peaks } = report;
  const honestColumns = [
    text('honest callers'),
    ...['sent', 'median, ms', 'p95, ms', 'slowest, ms'].map(figures),
    text('failed'),
  ];
  const honestRow = [honest.sent, honest.medianMs, honest.p95Ms, honest.slowestMs].map(String);
  print(progress, honestColumns, [['one-page documents', ...honestRow, counts(honest.failures)]]);
  const hostileRows = Object.entries(hostile).map(([kind, answers]) => [kind, counts(answers)]);
  print(progress, [text('hostile requests'), text('answered')], hostileRows);
  const peakRows = Object.entries(peaks).map(([part, mebibytes]) => [part, String(mebibytes)]);
  print(progress, [text('process'), figures('most memory, MiB')], peakRows);
  const problems = [...report.problems, ...limitsPassed(report)];
  for (const problem of problems) progress.warn(problem);
  return problems.length === 0;
}

/** @param {import('@toolpress/e2e').NeighbourReport} report */
function limitsPassed({ honest, peaks }) {
  const parts = /** @type {(keyof typeof peaks)[]} */ (Object.keys(peaks));
  return [
    ...(Object.keys(honest.failures).length === 0 ? [] : [`honest requests failed: ${counts(honest.failures)}`]),
    ...parts.filter((part) => peaks[part] > MOST_MIB[part]).map((part) => `${part} held ${peaks[part]} MiB`),
  ];
}

/** @param {Record<string, number>} answers */
const counts = (answers) =>
  Object.entries(answers)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ') || '-';

/**
 * @param {import('../terminal/progress.mjs').Progress} progress
 * @param {import('../terminal/table.mjs').Column[]} columns
 * @param {string[][]} rows
 */
function print(progress, columns, rows) {
  progress.line();
  for (const line of table(columns, rows)) progress.line(line);
}
