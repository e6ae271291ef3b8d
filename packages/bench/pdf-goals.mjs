/** What the service is to reach, as ratios within one run. */
import { median } from './statistics.mjs';

/**
 * @typedef {Map<import('./pdf.mjs').Entry, import('./pdf.mjs').Turn>} Round
 * @typedef {{ what: string, wanted: string, reached: string, spread: string, isReached: boolean }} Verdict
 */

const BASELINE = 'baseline';
const HIDDEN = 'bare Chromium, pages hidden';
const CLUSTER = 'puppeteer-cluster';
const JSREPORT = 'jsreport';

/**
 * @param {Map<string, Round[]>} rounds by name of document
 * @returns {Verdict[]} those whose rivals took part
 */
export function verdicts(rounds) {
  const [one = [], five = [], forty = []] = rounds.values();
  return [
    verdict('throughput against the baseline, 1 page', throughput(one, BASELINE), { least: 0.85 }),
    verdict('throughput against the baseline, 5 pages', throughput(five, BASELINE)),
    verdict('throughput against the baseline, 40 pages', throughput(forty, BASELINE), { least: 0.95 }),
    verdict('median latency added to the baseline’s, 1 client, 1 page', addedLatency(one), { most: 6, unit: ' ms' }),
    verdict('the same as a share of the baseline’s, on a machine of any speed', addedShare(one), { most: 0.61 }),
    verdict('processor time against the baseline’s, 1 client, 1 page', processorTime(one), { most: 2.4 }),
    verdict('throughput against bare Chromium with hidden pages, 1 page', throughput(one, HIDDEN)),
    verdict('throughput against bare Chromium with hidden pages, 40 pages', throughput(forty, HIDDEN)),
    verdict('throughput against puppeteer-cluster, 1 page', throughput(one, CLUSTER), { least: 4 }),
    verdict('throughput against puppeteer-cluster, 40 pages', throughput(forty, CLUSTER)),
    verdict('throughput against jsreport, 1 page', throughput(one, JSREPORT), { least: 8 }),
    verdict('throughput against jsreport, 40 pages', throughput(forty, JSREPORT)),
  ].flatMap((one) => one ?? []);
}

/**
 * @param {string} what
 * @param {number[]} values of the rounds
 * @param {{ least?: number, most?: number, unit?: string }} [goal]
 * @returns {Verdict | undefined}
 */
function verdict(what, values, { least, most, unit = '' } = {}) {
  if (values.some(Number.isNaN)) return undefined;
  const digits = unit === '' ? 2 : 1;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return {
    what,
    wanted: least !== undefined ? `≥ ${least}${unit}` : most !== undefined ? `≤ ${most}${unit}` : '',
    reached: `${median(values).toFixed(digits)}${unit}`,
    spread: `${lowest} to ${highest}`,
    isReached:
      median(values) >= (least ?? Number.NEGATIVE_INFINITY) && median(values) <= (most ?? Number.POSITIVE_INFINITY),
  };
}

/** The service's best against the rival's best. @param {Round[]} rounds @param {string} rival */
function throughput(rounds, rival) {
  const [ours, theirs] = [fastest(rounds, 'the service'), fastest(rounds, rival)];
  const speed = (/** @type {Round} */ round, /** @type {import('./pdf.mjs').Entry | undefined} */ entry) =>
    (entry && round.get(entry)?.perSecond) ?? Number.NaN;
  return rounds.map((round) => speed(round, ours) / speed(round, theirs));
}

/** The best that one can do, in any mode and with any number of clients. @param {Round[]} rounds @param {string} who */
function fastest(rounds, who) {
  const entries = [...(rounds[0]?.keys() ?? [])].filter(({ label }) => label.startsWith(who));
  const speed = (/** @type {import('./pdf.mjs').Entry} */ entry) =>
    median(rounds.map((round) => round.get(entry)?.perSecond ?? 0));
  return entries.sort((one, other) => speed(other) - speed(one))[0];
}

/** @param {Round[]} rounds */
const addedLatency = (rounds) =>
  rounds.map(
    (round) => median(alone(round, 'the service')?.latencies ?? []) - median(alone(round, BASELINE)?.latencies ?? []),
  );

/** The goal of 6 ms was set where the baseline took 9.8. @param {Round[]} rounds */
const addedShare = (rounds) =>
  rounds.map((round) => {
    const baseline = median(alone(round, BASELINE)?.latencies ?? []);
    return (median(alone(round, 'the service')?.latencies ?? []) - baseline) / baseline;
  });

/** @param {Round[]} rounds */
const processorTime = (rounds) =>
  rounds.map(
    (round) => (alone(round, 'the service')?.cpuMs ?? Number.NaN) / (alone(round, BASELINE)?.cpuMs ?? Number.NaN),
  );

/** The turn with one client. @param {Round} round @param {string} who */
const alone = (round, who) => [...round].find(([{ label, clients }]) => label.startsWith(who) && clients === 1)?.[1];
