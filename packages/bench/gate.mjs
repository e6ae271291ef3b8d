/** A gate for CI: the service's own processor time per PDF, divided by Chromium's in the same run, must not grow unnoticed. */
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../scripts/lib/problem.mjs';
import { mustRun, ROOT } from '../../scripts/lib/run.mjs';
import { onePage } from './documents.mjs';
import { measureParts, startService } from './service.mjs';
import { median } from './statistics.mjs';

const STORED = new URL('./gate.json', import.meta.url);
const CLIENTS = 4;
const WARM_UP = 1_500;
const TURNS = 11;
const TURN = 150;

/** A growth by this share needs a line in the changelog. */
export const GROWTH = 0.05;
/** The share by which two measurements of one build may differ. docs/performance.md has the measured spread. */
export const TOLERANCE = 0.08;

/**
 * @typedef {object} StoredRatio
 * @property {number} ratio
 * @property {string} commit that was measured
 * @property {string} date
 * @property {number} node major version of Node.js
 * @property {string} processor model: ratios of different processors differ
 * @property {string} [because] text of a line of the changelog, if the ratio has grown
 */

/** @type {import('./service.mjs').Benchmark} */
export async function benchGate(around, section, { store, because, quick, progress }) {
  const stored = await storedRatios();
  const here = { node: Number(process.versions.node.split('.')[0]), processor: cpus()[0]?.model.trim() ?? '' };
  const last = lastOf(stored, here);
  const haste = quick ? 0.1 : 1;
  let ratios = await measure(around, haste, progress);
  if (!store && last !== undefined && isTooMuch(median(ratios), last)) {
    // Measure another start of the service before the change is refused.
    ratios = [...ratios, ...(await measure(around, haste, progress))];
  }
  const ratio = Number(median(ratios).toFixed(3));
  const spread = `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}, ${ratios.length} turns`;
  section.text(`Gateway, worker and Redis take ${ratio} of Chromium’s processor time (${spread}).`);
  const change = last === undefined ? 0 : (ratio / last.ratio - 1) * 100;
  if (last !== undefined) section.text(`Stored: ${last.ratio} at ${last.commit}. Change: ${change.toFixed(1)} %.`);
  if (store) {
    const needsLine = last !== undefined && ratio > last.ratio * (1 + GROWTH);
    if (needsLine && !(because && (await readFile(CHANGELOG, 'utf8')).includes(because))) {
      const problem = `The ratio has grown by more than ${GROWTH * 100} %.`;
      throw new Problem(`${problem} --because takes the text of a line in CHANGELOG.md.`);
    }
    const commit = (await mustRun('git', 'git', ['rev-parse', '--short', 'HEAD'])).trim();
    const date = new Date().toISOString().slice(0, 10);
    const entry = { ratio, commit, date, ...here, ...(needsLine && { because }) };
    await writeFile(STORED, `${JSON.stringify([...stored, entry], undefined, 2)}\n`);
    section.text('Written to packages/bench/gate.json.');
  } else if (last === undefined) {
    section.text(`Passed: no ratio is stored for Node.js ${here.node} on ${here.processor}. --store writes it.`);
  } else if (isTooMuch(ratio, last)) {
    throw new Problem(
      `The service takes ${change.toFixed(0)} % more processor time per PDF than at ${last.commit}, relative to Chromium. If that is intended, describe it in CHANGELOG.md and run ./scripts/bench gate --store --because "the text of that line".`,
    );
  }
}

export const CHANGELOG = join(ROOT, 'CHANGELOG.md');

/** @returns {Promise<StoredRatio[]>} oldest first */
export const storedRatios = async () => JSON.parse(await readFile(STORED, 'utf8'));

/** @param {StoredRatio[]} stored @param {Pick<StoredRatio, 'node' | 'processor'>} where */
export const lastOf = (stored, { node, processor }) =>
  stored.filter((one) => one.node === node && one.processor === processor).at(-1);

/** @param {number} ratio @param {StoredRatio} last */
export const isTooMuch = (ratio, last) => ratio > last.ratio * (1 + GROWTH) * (1 + TOLERANCE);

/**
 * @param {import('./service.mjs').Around} around
 * @param {number} haste
 * @param {import('./service.mjs').Options['progress']} progress
 * @returns {Promise<number[]>} the ratio of each turn
 */
async function measure(around, haste, progress) {
  const running = await startService(around);
  const print = (/** @type {number} */ count) =>
    running.run(onePage(), { clients: CLIENTS, atLeast: Math.ceil(count * haste) });
  try {
    await progress.step('Warm-up', () => print(WARM_UP));
    const ratios = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      const work = async () => {
        const cpu = measureParts(running.service);
        await print(TURN);
        const { gateway, worker, Redis, Chromium } = cpu();
        return (gateway + worker + Redis) / Chromium;
      };
      ratios.push(await progress.step(`Turn ${turn} of ${TURNS}`, work, (ratio) => ratio.toFixed(3)));
    }
    return ratios;
  } finally {
    await running.end();
  }
}
