/** Runs faults, a hostile neighbour or a long load, and prints the results. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '@toolpress/testkit';
import { type Report, runExperiment } from './experiment.js';
import { FAULTS } from './faults.js';
import { runHostileNeighbour } from './hostile-neighbour.js';
import { killBatches, type Round } from './killed-batches.js';
import { killUnderKeys } from './killed-keys.js';
import { VICTIMS } from './kills.js';
import type { Counts } from './load.js';
import { failOver } from './repeated-failovers.js';
import { soak } from './soak.js';

/** Receives progress lines. */
export interface Terminal {
  step<Result>(label: string, work: () => Promise<Result>, detail?: (result: Result) => string): Promise<Result>;
  line(text?: string): void;
  warn(text: string): void;
}

/** The memory limit of each process in MiB, whatever the hostile account sends. */
const MOST_MIB = { gateway: 1_024, worker: 1_024, redis: 512, chromium: Number.POSITIVE_INFINITY };

/**
 * @param words in the names of the faults to run; all when empty
 * @returns whether there was no violation; undefined when no fault matches
 */
export async function tryFaults(words: string, terminal: Terminal, stop: AbortSignal): Promise<boolean | undefined> {
  const chosen = FAULTS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  if (chosen.length === 0) return undefined;
  const reports: Report[] = [];
  for (const fault of chosen) {
    stop.throwIfAborted();
    const work = (): Promise<Report | undefined> => runExperiment(fault);
    const report = await terminal.step('Fault', work, () => fault.name);
    if (report !== undefined) reports.push(report);
    else terminal.warn(`This machine can't have the fault: ${fault.name}`);
  }
  print(
    terminal,
    ['fault', 'at work', 'sent', 'answered 200', 'answered with an error:', 'lost', 'normal after, s'],
    reports.map(({ fault, atWork, sent, ok, errors, lost, normalAfterMs }) => [
      fault,
      String(atWork),
      String(sent),
      String(ok),
      inWords(errors),
      String(lost),
      (normalAfterMs / 1_000).toFixed(1),
    ]),
  );
  terminal.line();
  return warn(
    terminal,
    reports.flatMap(({ fault, lost, problems, isLate, normalAfterMs }) =>
      [
        ...(lost > 0 ? [`${lost} documents lost`] : []),
        ...(isLate ? [`normal after ${normalAfterMs} ms only`] : []),
        ...problems,
      ].map((problem) => `${fault}: ${problem}`),
    ),
  );
}

/** Returns whether the honest callers were served in time and no process exceeded its memory. */
export async function tryNeighbour(seconds: number, terminal: Terminal): Promise<boolean> {
  const report = await terminal.step(
    'Hostile neighbour',
    () => runHostileNeighbour(seconds),
    () => `${seconds} s`,
  );
  const { honest, hostile, peaks } = report;
  const numbers = [honest.sent, honest.medianMs, honest.p95Ms, honest.slowestMs].map(String);
  print(
    terminal,
    ['honest callers', 'sent', 'median, ms', 'p95, ms', 'slowest, ms', 'failed:'],
    [['one-page documents', ...numbers, inWords(honest.failures)]],
  );
  print(
    terminal,
    ['hostile requests', 'answered:'],
    Object.entries(hostile).map(([kind, answers]) => [kind, inWords(answers)]),
  );
  const held = Object.entries(peaks) as [keyof typeof peaks, number][];
  print(
    terminal,
    ['process', 'most memory, MiB'],
    held.map(([part, mebibytes]) => [part, String(mebibytes)]),
  );
  return warn(terminal, [
    ...report.problems,
    ...(Object.keys(honest.failures).length === 0 ? [] : [`honest requests failed: ${inWords(honest.failures)}`]),
    ...held.filter(([part, mebibytes]) => mebibytes > MOST_MIB[part]).map(([part, mib]) => `${part} held ${mib} MiB`),
  ]);
}

/** Returns whether each row had one result, one file and one charge, and each event was delivered. */
export async function tryBatches(count: number, terminal: Terminal, stop: AbortSignal): Promise<boolean> {
  const report = await terminal.step(
    'Killed batches',
    () => killBatches(count, Math.random, stop),
    () => `${count} rounds`,
  );
  const { rounds, eventsTwice, filesSwept } = report;
  const lineOf = (name: string, some: readonly Round[]): string[] => {
    const sum = (of: (round: Round) => number): number => some.reduce((all, round) => all + of(round), 0);
    const kills = VICTIMS.map((victim) => sum(({ kills: each }) => each[victim]));
    const seconds = [sum((round) => round.seconds), sum((round) => round.faultSeconds)];
    return [
      name,
      String(sum(({ rows }) => rows)),
      ...seconds.map((each) => each.toFixed(0)),
      ...kills.map(String),
      String(kills.reduce((all, each) => all + each, 0)),
      String(sum(({ freezes }) => freezes)),
    ];
  };
  print(
    terminal,
    [
      'round',
      'rows',
      'seconds',
      'of these in faults',
      'gateway',
      'a worker',
      'Redis',
      'browser',
      'faults',
      'of these freezes',
    ],
    [...rounds.map((round, index) => lineOf(String(index + 1), [round])), lineOf('all', rounds)],
  );
  print(
    terminal,
    ['duplicates', ''],
    [
      ['events delivered once more, under the same id', String(eventsTwice)],
      ['unclaimed files, deleted by a sweep', String(filesSwept)],
    ],
  );
  return warn(terminal, report.problems);
}

/** Returns whether each idempotency key had one result and one charge. */
export async function tryKeys(count: number, terminal: Terminal, stop: AbortSignal): Promise<boolean> {
  const report = await terminal.step(
    'Killed keys',
    () => killUnderKeys(count, Math.random, stop),
    () => `${count} keys`,
  );
  const { kinds, kills, seconds, filesSwept } = report;
  print(
    terminal,
    ['under a key', 'keys', 'sent', 'replayed', 'refused', 'there', 'PDFs due', 'charged'],
    Object.entries(kinds).map(([kind, { keys, sent, replayed, refused, there, due, charged }]) => [
      kind,
      ...[keys, sent, replayed, refused, there, due, charged].map(String),
    ]),
  );
  print(
    terminal,
    ['in all', ''],
    [
      ['seconds', seconds.toFixed(0)],
      ['kills of Redis', String(kills)],
      ['unclaimed files, deleted by a sweep', String(filesSwept)],
    ],
  );
  return warn(terminal, report.problems);
}

/** Returns whether each call was answered, each job and batch ended, and each document was charged once. */
export async function tryFailovers(rounds: number, terminal: Terminal, stop: AbortSignal): Promise<boolean> {
  const report = await terminal.step(
    'Failovers',
    () => failOver(rounds, Math.random, stop),
    () => `${rounds} rounds`,
  );
  print(
    terminal,
    ['fault', 'times', 'longest without a document, s'],
    report.faults.map(({ name, times, outageMs }) => [name, String(times), (outageMs / 1_000).toFixed(1)]),
  );
  print(
    terminal,
    ['in all', ''],
    [
      ['calls', inWords(report.answers)],
      ['jobs', String(report.jobs)],
      ['batches', String(report.batches)],
      ['jobs lost with the last writes of a primary', String(report.forgotten.jobs)],
      ['charges lost with them', String(report.forgotten.charges)],
    ],
  );
  return warn(terminal, report.problems);
}

/** @param file see `SoakOptions` @returns whether nothing has grown, and every answer was expected */
export async function trySoak(
  lengthMs: number,
  file: string | undefined,
  terminal: Terminal,
  stop: AbortSignal,
): Promise<boolean> {
  const temporary = await mkdtemp(join(tmpdir(), 'toolpress-soak-'));
  try {
    const report = await terminal.step(
      'Soak',
      () => soak(lengthMs, { temporary, stop, file }),
      ({ samples }) => `${samples} samples`,
    );
    print(
      terminal,
      ['requests', 'answered:'],
      Object.entries(report.answers).map(([kind, answers]) => [kind, inWords(answers)]),
    );
    print(
      terminal,
      ['size', 'second quarter', 'last quarter', 'grown'],
      report.sizes.map(({ name, unit, before, after, hasGrown }) => [
        unit === '' ? name : `${name}, ${unit}`,
        before.toFixed(0),
        after.toFixed(0),
        hasGrown ? 'yes' : '-',
      ]),
    );
    return warn(terminal, report.problems);
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 3 });
  }
}

const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([code, count]) => `${code} ${count}`)
    .join(', ') || '-';

function print(terminal: Terminal, head: readonly string[], rows: readonly string[][]): void {
  terminal.line();
  for (const line of table(head, rows)) terminal.line(line);
}

/** Returns whether there was no warning. */
function warn(terminal: Terminal, problems: readonly string[]): boolean {
  for (const problem of problems) terminal.warn(problem);
  return problems.length === 0;
}
