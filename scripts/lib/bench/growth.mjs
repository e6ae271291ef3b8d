/** Many PDFs in one go: does it stay as fast, and as small, as it began? */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryBytes, openFiles, processTrees } from '@toolpress/testkit';
import { onePage } from './documents.mjs';
import { partsOf, startService } from './service.mjs';

const CLIENTS = 4;
const COUNT = 10_000;
/** Caches are full and code is compiled by then. */
const WARM_UP = 1_000;
const PARTS = 10;
const LIMIT_PERCENT = 5;
const MIB = 2 ** 20;
/** Idle pages, kept connections and ended processes are gone by then. */
const SETTLE_MS = 2_000;

/** @typedef {{ processes: number, files: number, memory: Record<string, number> }} State memory in bytes */

/**
 * @param {import('./service.mjs').Around} around
 * @param {import('./page/section.mjs').Section} section
 * @param {{ count: number | undefined, quick: boolean, progress: import('../terminal/progress.mjs').Progress }} options
 */
export async function benchGrowth(around, section, { count = COUNT, quick, progress }) {
  const size = Math.ceil((quick ? Math.min(count, 1_000) : count) / PARTS);
  const running = await startService(around);
  const document = onePage();
  try {
    const warmUp = Math.min(WARM_UP, size * 2);
    await progress.step('Warm-up', () => running.run(document, { clients: CLIENTS, atLeast: warmUp }));
    const states = [await settled(running, around.signal)];
    const speeds = [];
    for (let part = 1; part <= PARTS; part++) {
      const from = (part - 1) * size;
      const { perSecond } = await progress.step(
        `PDFs ${from + 1} to ${from + size}`,
        () => running.run(document, { clients: CLIENTS, atLeast: size }),
        (result) => `${result.perSecond.toFixed(1)} a second`,
      );
      speeds.push(perSecond);
      states.push(part === PARTS ? await settled(running, around.signal) : stateOf(running));
    }
    report(section, size, speeds, states);
  } finally {
    await running.end();
  }
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
 * @param {import('./page/section.mjs').Section} section
 * @param {number} size of a part
 * @param {number[]} speeds
 * @param {State[]} states before, and after each part
 */
function report(section, size, speeds, states) {
  const names = Object.keys(states[0]?.memory ?? {});
  const [first = 0, last = 0] = [speeds[0], speeds.at(-1)];
  const drift = (last / first - 1) * 100;
  section.text(
    `${size * PARTS} one-page PDFs in one go with ${CLIENTS} clients, after a warm-up; memory is each part's proportional set size (PSS) in MiB.`,
  );
  section.table(
    ['after', 'PDF/s', ...names, 'processes', 'open files'],
    states.map(({ processes, files, memory }, index) => [
      String(index * size),
      speeds[index - 1]?.toFixed(1) ?? '',
      ...names.map((name) => ((memory[name] ?? 0) / MIB).toFixed(0)),
      String(processes),
      String(files),
    ]),
  );
  const mark = Math.abs(drift) <= LIMIT_PERCENT ? '✓' : '✗';
  section.text(
    `Speed of the last ${size} against the first ${size}: ${signed(drift)} %; ${LIMIT_PERCENT} % either way are allowed ${mark}`,
  );
}

const signed = (/** @type {number} */ value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
