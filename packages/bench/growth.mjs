/** Many PDFs in one go: does it stay as fast, and as small, as it began? */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryBytes, openFiles, processTrees } from '@toolpress/testkit';
import { onePage } from './documents.mjs';
import { partsOf, startService } from './service.mjs';
import { median, medianSlope } from './statistics.mjs';
import { launchServer } from './targets/launch.mjs';

const BASELINE = new URL('./targets/raw.mjs', import.meta.url);
/** Documents of each turn, and how long bare Chromium prints before each and after the last. */
const TURN = 40;
const BASELINE_MS = 400;
const CORES = availableParallelism();
const CLIENTS = 16;
const COUNT = 10_000;
/** Caches are full and code is compiled by then. */
const WARM_UP = 3_000;
const PARTS = 10;
const LIMIT_PERCENT = 5;
const MIB = 2 ** 20;
/** Idle pages, kept connections and ended processes are gone by then. */
const SETTLE_MS = 2_000;

/** @typedef {{ processes: number, files: number, memory: Record<string, number> }} State memory in bytes */

/** @type {import('./service.mjs').Benchmark} */
export async function benchGrowth(around, section, { count = COUNT, quick, progress }) {
  const size = Math.ceil((quick ? Math.min(count, 1_000) : count) / PARTS);
  const running = await startService(around);
  const settings = { browser: around.browser, concurrency: CORES };
  const baseline = await launchServer('baseline', BASELINE, settings, 'inline', around);
  const document = onePage();
  try {
    const warmUp = Math.min(WARM_UP, size * 3);
    await progress.step('Warm-up', () => running.run(document, { clients: CLIENTS, atLeast: warmUp }));
    const states = [await settled(running, around.signal)];
    const speeds = [];
    for (let part = 1; part <= PARTS; part++) {
      const from = (part - 1) * size;
      const speed = await progress.step(
        `PDFs ${from + 1} to ${from + size}`,
        () => measure(running, baseline, size),
        ({ perSecond }) => `${perSecond.toFixed(1)} a second`,
      );
      speeds.push(speed);
      states.push(part === PARTS ? await settled(running, around.signal) : stateOf(running));
    }
    report(section, size, speeds, states);
  } finally {
    await Promise.allSettled([running.end(), baseline.end()]);
  }
}

/**
 * Now the service, now bare Chromium, in short turns: what the machine does besides hits both. Each turn of the service is
 * held against the baseline right before and after it.
 *
 * @typedef {{ perSecond: number, ofBaseline: number, turns: number[] }} Speed `ofBaseline`: of all together; `turns`: of each
 * @param {import('./service.mjs').RunningService} running
 * @param {import('./targets/launch.mjs').Target} baseline
 * @param {number} count of PDFs of the service, whole turns of them
 * @returns {Promise<Speed>}
 */
async function measure(running, baseline, count) {
  const baselineSpeed = async () =>
    (await baseline.run(onePage(), { clients: 2 * CORES, forMs: BASELINE_MS })).perSecond;
  /** @type {number[]} */
  const ours = [];
  const theirs = [await baselineSpeed()];
  for (let printed = 0; printed < count; printed += TURN) {
    ours.push((await running.run(onePage(), { clients: CLIENTS, atLeast: TURN })).perSecond);
    theirs.push(await baselineSpeed());
  }
  const around = (/** @type {number} */ turn) => ((theirs[turn] ?? 0) + (theirs[turn + 1] ?? 0)) / 2;
  // Turns are of as many documents: all of them by all of the time.
  const perSecond = ours.length / ours.reduce((seconds, speed) => seconds + 1 / speed, 0);
  const baselinePerSecond = theirs.reduce((sum, speed) => sum + speed, 0) / theirs.length;
  const turns = ours.map((speed, turn) => speed / around(turn));
  return { perSecond, ofBaseline: perSecond / baselinePerSecond, turns };
}

/** @param {import('./service.mjs').RunningService} running @param {AbortSignal} signal */
async function settled(running, signal) {
  await sleep(SETTLE_MS, undefined, { signal });
  return stateOf(running);
}

/** @param {import('./service.mjs').RunningService} running @returns {State} */
function stateOf({ service, roots }) {
  const pids = processTrees(roots).map(({ pid }) => pid);
  const parts = Object.entries(partsOf(service));
  return {
    processes: pids.length,
    files: openFiles(pids),
    memory: Object.fromEntries(parts.map(([name, ofPart]) => [name, memoryBytes(ofPart)])),
  };
}

/**
 * @param {import('./report.mjs').Section} section
 * @param {number} size of a part
 * @param {Speed[]} speeds
 * @param {State[]} states before, and after each part
 */
function report(section, size, speeds, states) {
  const names = Object.keys(states[0]?.memory ?? {});
  const [first = Number.NaN, last = Number.NaN] = [speeds[0]?.ofBaseline, speeds.at(-1)?.ofBaseline];
  const drift = (last / first - 1) * 100;
  const all = speeds.flatMap(({ turns }) => turns);
  const trend = ((medianSlope(all) * (all.length * (1 - 1 / PARTS))) / median(all)) * 100;
  section.text(
    `${size * PARTS} one-page PDFs with ${CLIENTS} clients after a warm-up. Turns of the raw loop behind HTTP (see above) in between show the speed of the machine. Memory: proportional set size (PSS) in MiB.`,
  );
  section.table(
    ['after', 'PDF/s', 'of the raw loop', ...names, 'processes', 'open files'],
    states.map(({ processes, files, memory }, index) => [
      String(index * size),
      speeds[index - 1]?.perSecond.toFixed(1) ?? '',
      speeds[index - 1]?.ofBaseline.toFixed(2) ?? '',
      ...names.map((name) => ((memory[name] ?? 0) / MIB).toFixed(0)),
      String(processes),
      String(files),
    ]),
  );
  const mark = Math.abs(drift) <= LIMIT_PERCENT ? '✓' : '✗';
  section.text(
    `Speed of the last ${size} compared with the first ${size}, relative to the raw loop: ${signed(drift)} % (limit ±${LIMIT_PERCENT} %) ${mark}`,
  );
  section.text(
    `Median deviation of single turns: ${spreadOf(all).toFixed(0)} %. Trend of all ${all.length} turns (Theil–Sen), from the first ${size} to the last: ${signed(trend)} %.`,
  );
}

/** Returns the median deviation of values from their median, in percent of it. @param {number[]} values */
function spreadOf(values) {
  const middle = median(values);
  return (median(values.map((value) => Math.abs(value - middle))) / middle) * 100;
}

const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
