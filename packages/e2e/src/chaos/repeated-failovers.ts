/** Failovers of Redis, and freezes of a sentinel and of the store, in a random order under calls, jobs and batches of one service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOwnS3, type OwnS3, type RedisSentinels, startRedisSentinels } from '@toolpress/testkit';
import { logProblems, type Stage } from './experiment.js';
import { FAILOVERS, FORGETS_MS } from './failovers.js';
import { FREEZES_MS } from './kills.js';
import { type Counts, HANG } from './load.js';
import { MixedWork, type Struck, type WorkReport } from './mixed-work.js';
import { onFolder, onS3, type Plan } from './stages.js';

const DEADLINE_MS = 60_000;
/** The time that a call may take in addition to its deadline. */
const HANG_MARGIN_MS = 10_000;
/** The number of documents that must be answered before and after each fault. */
const BETWEEN = 12;
const NORMAL_LIMIT_MS = 60_000;
/** The longest time in milliseconds without a document, beside the length of a freeze. */
const OUTAGE_LIMIT_MS = 15_000;
const EXPECTED = ['ok', 'unavailable', 'deadline_exceeded'];

export interface FailoversReport extends WorkReport {
  /** Each kind of fault: how often it happened, and the longest time in milliseconds in which no document was answered. */
  faults: { name: string; times: number; outageMs: number }[];
  answers: Counts;
}

interface Strike {
  name: string;
  /** Whether the last writes before it may be lost. */
  mayForget: boolean;
  strike(): Promise<void>;
  /** How long the fault itself lasts, in milliseconds, when nothing can be printed meanwhile. */
  lastsMs: number;
}

/** @param random returns a number between 0 and 1, which decides order and lengths. */
export async function failOver(rounds: number, random: () => number, stop: AbortSignal): Promise<FailoversReport> {
  const sentinels = await startRedisSentinels();
  const { stage, store } = await started(sentinels);
  const { service } = stage;
  const faults = new Map<string, { times: number; outageMs: number }>();
  const struck: Struck[] = [];
  const problems: string[] = [];
  try {
    const work = new MixedWork(service, DEADLINE_MS + HANG_MARGIN_MS);
    for (let round = 0; round < rounds; round++) {
      for (const { name, mayForget, lastsMs, strike } of shuffled(strikesOn(sentinels, store, random), random)) {
        stop.throwIfAborted();
        await work.submitBatch();
        await work.calls.more(BETWEEN, NORMAL_LIMIT_MS);
        await sleep(FORGETS_MS);
        const begun = performance.now();
        struck.push({ name, at: begun, mayForget });
        await strike();
        await work.calls.recovered(NORMAL_LIMIT_MS);
        const outageMs = longestGap(work.calls, begun);
        const { times, outageMs: worst } = faults.get(name) ?? { times: 0, outageMs: 0 };
        faults.set(name, { times: times + 1, outageMs: Math.max(worst, outageMs) });
        if (outageMs > lastsMs + OUTAGE_LIMIT_MS) problems.push(`${name}: no document for ${Math.round(outageMs)} ms`);
      }
    }
    const report = await work.check(struck);
    const answers = { ok: work.calls.delivered.length, ...work.calls.errors() };
    problems.push(
      ...report.problems,
      ...Object.keys(answers)
        .filter((outcome) => !EXPECTED.includes(outcome))
        .map((outcome) => (outcome === HANG ? 'a call was never answered' : `a call was answered ${outcome}`)),
      ...logProblems(service.logs()),
    );
    return { ...report, faults: [...faults].map(([name, each]) => ({ name, ...each })), answers, problems };
  } finally {
    await stage.close();
  }
}

/** Starts the service with an S3 store when there is one, else with a folder. */
async function started({ redis }: RedisSentinels): Promise<{ stage: Stage; store: OwnS3 | undefined }> {
  const plan: Plan = { redis, workers: 2, deadlineMs: DEADLINE_MS, strike: async () => undefined };
  let store: OwnS3 | undefined;
  const onStore = await onS3(async (found) => {
    if (isOwnS3(found)) store = found;
    return plan;
  });
  return { stage: onStore ?? (await onFolder(plan)), store };
}

/** Returns each failover once, and a freeze of a sentinel and of the store. */
function strikesOn(sentinels: RedisSentinels, store: OwnS3 | undefined, random: () => number): Strike[] {
  const length = (): number => FREEZES_MS[Math.floor(random() * FREEZES_MS.length)] ?? 0;
  const [ofStore, ofSentinel] = [length(), length()];
  return [
    ...FAILOVERS.map(({ name, isPlanned, strike }) => ({
      name,
      mayForget: !isPlanned,
      lastsMs: 0,
      strike: () => strike(sentinels),
    })),
    {
      name: 'a sentinel frozen',
      mayForget: false,
      lastsMs: 0,
      async strike() {
        const thaw = sentinels.freezeSentinel();
        await sleep(ofSentinel);
        thaw();
      },
    },
    ...(store === undefined
      ? []
      : [
          {
            name: 'the store frozen',
            mayForget: false,
            lastsMs: ofStore,
            async strike() {
              process.kill(store.pid, 'SIGSTOP');
              await sleep(ofStore);
              process.kill(store.pid, 'SIGCONT');
            },
          },
        ]),
  ];
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Returns the longest time in milliseconds in which no document was answered, from a moment until now. */
function longestGap({ sent }: MixedWork['calls'], since: number): number {
  const ends = sent.filter(({ outcome, ended }) => outcome === 'ok' && ended > since).map(({ ended }) => ended);
  return ends.reduce(({ longest, last }, end) => ({ longest: Math.max(longest, end - last), last: end }), {
    longest: 0,
    last: since,
  }).longest;
}
