/** One fault under load: what callers see, what is lost, and how long the recovery takes. */

import type { TestService } from '@toolpress/testkit';
import { eventually, pdfText } from '@toolpress/testkit';
import { type Counts, HANG, Load } from './load.js';

const CLIENTS = 4;
/** The number of documents that must be answered before the fault, and after the recovery. */
const BEFORE = 12;
const AFTER = 12;
const START_LIMIT_MS = 30_000;
const RECOVERY_LIMIT_MS = 60_000;
/** The time that a request may take in addition to its deadline. */
const HANG_MARGIN_MS = 10_000;

/** The service under test and the way to disturb it. */
export interface Stage {
  service: TestService;
  /** The deadline of a request in milliseconds, as the service is configured. */
  deadlineMs: number;
  /**
   * Makes the fault happen, and ends it if it does not end by itself.
   *
   * @param gone called when the cause has ended and the recovery begins. Without a call it begins when `strike` resolves.
   */
  strike(gone: () => void): Promise<void>;
  close(): Promise<void>;
}

export interface Fault {
  /** The name in the table. */
  name: string;
  /** Whether the fault is quick enough for every test run. */
  isQuick: boolean;
  /** The error codes that callers may get meanwhile. */
  expected: readonly string[];
  /** The longest recovery, in milliseconds. */
  normalWithinMs: number;
  /** The period before the fault, in milliseconds, whose charges may be missing. The default is 0. */
  forgetsMs?: number;
  /** Returns undefined when this machine can't have the fault. */
  stage(): Promise<Stage | undefined>;
}

export interface Report {
  fault: string;
  /** The number of requests that were running when the fault happened. */
  atWork: number;
  sent: number;
  ok: number;
  /** The number of answers per error code. */
  errors: Counts;
  /** Documents that were answered with 200 but are missing or wrong. */
  lost: number;
  /** The time from the end of the cause until all older requests were answered and new ones succeed. */
  normalAfterMs: number;
  /** Whether the recovery took longer than allowed. It counts on a machine without other load. */
  isLate: boolean;
  /** The violations, in words. */
  problems: string[];
}

/** Returns undefined when this machine can't have the fault. */
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
  // A fault without work proves nothing.
  const atWork = await load.busy(START_LIMIT_MS);
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
    atWork,
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

/** Checks that every answered document has its own text, and that both its links still return the same bytes. */
async function countLost({ delivered }: Load): Promise<number> {
  let lost = 0;
  for (const { text, pdf, links } of delivered) {
    const downloads = await Promise.all(links.map(async (link) => (await fetch(link)).arrayBuffer()));
    const areSame = downloads.every((bytes) => pdf.equals(Buffer.from(bytes)));
    if (!areSame || !pdfText(pdf).includes(text)) lost += 1;
  }
  return lost;
}

/** Checks that exactly the documents answered with 200 were charged. For a request without an answer both are correct. */
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
