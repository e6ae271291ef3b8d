/** One fault under load: what callers see, what is lost, how long until all is normal again. */

import type { TestService } from '@toolpress/testkit';
import { eventually, pdfText } from '@toolpress/testkit';
import { type Counts, HANG, Load } from './load.js';

const CLIENTS = 4;
/** Documents that have to be answered before the fault, and after all is normal again. */
const BEFORE = 12;
const AFTER = 12;
const START_LIMIT_MS = 30_000;
const RECOVERY_LIMIT_MS = 60_000;
/** What a request may take on top of its deadline. */
const HANG_MARGIN_MS = 10_000;

/** What a fault happens to. */
export interface Stage {
  service: TestService;
  /** Of a request, milliseconds, as the service is configured. */
  deadlineMs: number;
  /**
   * Makes the fault happen, and ends it if it does not end by itself.
   *
   * @param gone to be called when the cause is gone and recovery begins; else that is when `strike` resolves.
   */
  strike(gone: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface Fault {
  /** As the table calls it. */
  name: string;
  /** Whether every test run has the time for it. */
  isQuick: boolean;
  /** What callers may be answered meanwhile, besides 200: codes of errors. */
  expected: readonly string[];
  /** The longest it may take until all is normal again, milliseconds. */
  normalWithinMs: number;
  /** How much of the past it may undo, milliseconds: charges of that time may be missing. None unless given. */
  forgetsMs?: number;
  /** @returns undefined when this machine can't have the fault. */
  stage(): Promise<Stage | undefined>;
}

export interface Report {
  fault: string;
  sent: number;
  ok: number;
  /** How often each error was answered. */
  errors: Counts;
  /** Documents that were answered with 200 and are not there, or are not what was asked for. */
  lost: number;
  /** From when the cause was gone until all older requests were answered and new ones succeeded. */
  normalAfterMs: number;
  /** Whether that took longer than it may: of a machine that does nothing else. */
  isLate: boolean;
  /** Whatever must never happen, in words. */
  problems: string[];
}

/** @returns undefined when this machine can't have the fault. */
export async function runExperiment(fault: Fault): Promise<Report | undefined> {
  const stage = await fault.stage();
  if (stage === undefined) return undefined;
  try {
    return await observe(fault, stage);
  } finally {
    await stage.close();
  }
}

async function observe(fault: Fault, { service, deadlineMs, strike }: Stage): Promise<Report> {
  const variable = { kind: 'html', content: `kept through: ${fault.name}` };
  await service.call('/api/variables/kept', { method: 'PUT', body: variable });
  const load = new Load(service, CLIENTS, deadlineMs + HANG_MARGIN_MS);
  await load.more(BEFORE, START_LIMIT_MS);
  const struckAt = performance.now();
  let goneAt = Number.NaN;
  await strike(() => {
    goneAt = performance.now();
  });
  if (Number.isNaN(goneAt)) goneAt = performance.now();
  await load.recovered(RECOVERY_LIMIT_MS);
  await load.more(AFTER, START_LIMIT_MS);
  await load.stop();

  const errors = load.errors();
  const normalAfterMs = recoveryTime(load, goneAt);
  return {
    fault: fault.name,
    sent: load.sent.length,
    ok: load.delivered.length,
    errors,
    lost: await countLost(load),
    normalAfterMs,
    isLate: normalAfterMs > fault.normalWithinMs,
    problems: [
      ...Object.keys(errors)
        .filter((code) => !fault.expected.includes(code))
        .map((code) => (code === HANG ? 'a request was never answered' : `answered ${code}`)),
      ...(await chargeProblems(
        service,
        load,
        (ended) => ended > struckAt - (fault.forgetsMs ?? 0) && ended < struckAt,
      )),
      ...(await keptProblems(service, variable.content)),
      ...logProblems(service.logs()),
    ],
  };
}

function recoveryTime({ sent }: Load, goneAt: number): number {
  const older = sent.filter(({ begun }) => begun <= goneAt).map(({ ended }) => ended);
  const failed = sent.filter(({ begun, outcome }) => begun > goneAt && outcome !== 'ok').map(({ ended }) => ended);
  const lastFailure = Math.max(goneAt, ...failed);
  const firstSuccess = Math.min(
    ...sent.filter(({ begun, outcome }) => begun >= lastFailure && outcome === 'ok').map(({ ended }) => ended),
  );
  return Math.round(Math.max(firstSuccess, ...older) - goneAt);
}

/** Every document that was answered has its own text, and both its links still lead to the same bytes. */
async function countLost({ delivered }: Load): Promise<number> {
  let lost = 0;
  for (const { text, pdf, links } of delivered) {
    const downloads = await Promise.all(links.map(async (link) => (await fetch(link)).arrayBuffer()));
    const areSame = downloads.every((bytes) => pdf.equals(Buffer.from(bytes)));
    if (!areSame || !pdfText(pdf).includes(text)) lost += 1;
  }
  return lost;
}

/** Charged is what was answered with 200; of a request that got no answer nobody can know. */
async function chargeProblems(
  service: TestService,
  { sent, unknown }: Load,
  isForgotten: (ended: number) => boolean,
): Promise<string[]> {
  const ok = sent.filter(({ outcome }) => outcome === 'ok');
  const least = ok.filter(({ ended }) => !isForgotten(ended)).length;
  const most = ok.length + unknown;
  let charged = Number.NaN;
  try {
    await eventually(async () => {
      charged = ((await service.call('/api/usage')).body.data as { requests: number }).requests;
      if (!(charged >= least && charged <= most)) throw new Error('not what was answered');
    }, 5_000);
    return [];
  } catch {
    return [`${ok.length} answered, ${charged} charged`];
  }
}

async function keptProblems(service: TestService, content: string): Promise<string[]> {
  const answer = await service.call('/api/variables/kept');
  const kept = answer.status === 200 ? (answer.body.data as { content: string }).content : undefined;
  return kept === content ? [] : ['a template variable is gone'];
}

export function logProblems(logs: string): string[] {
  const bad = logs
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"|Unhandled|uncaught|TypeError|MaxListeners/i.test(line));
  return [...new Set(bad.map((line) => `in the log: ${line.slice(0, 300)}`))];
}
