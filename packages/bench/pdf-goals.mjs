/** What the service is to reach, as ratios within one run. */
import { median } from './statistics.mjs';

/**
 * @typedef {Map<import('./pdf-rounds.mjs').Entry, import('./pdf-rounds.mjs').Turn>} Round
 * @typedef {{ what: string, wanted: string, reached: string, spread: string, isReached: boolean }} Verdict
 */

const HIDDEN = 'bare Chromium, pages hidden';

/**
 * @param {Map<string, Round[]>} rounds by name of document
 * @returns {Verdict[]}
 */
export function verdicts(rounds) {
  const [one = [], five = [], forty = []] = rounds.values();
  return [
    throughput('throughput against the floor, 1 page', one, 'floor', 0.85),
    throughput('throughput against the floor, 5 pages', five, 'floor', undefined),
    throughput('throughput against the floor, 40 pages', forty, 'floor', 0.95),
    addedLatency('median latency added to the floor’s, 1 client, 1 page', one, 6),
    throughput('throughput against bare Chromium with hidden pages, 1 page', one, HIDDEN, undefined),
    throughput('throughput against bare Chromium with hidden pages, 40 pages', forty, HIDDEN, undefined),
    throughput('throughput against puppeteer-cluster, 1 page', one, 'puppeteer-cluster', 4),
    throughput('throughput against puppeteer-cluster, 40 pages', forty, 'puppeteer-cluster', undefined),
    throughput('throughput against jsreport, 1 page', one, 'jsreport', 8),
    throughput('throughput against jsreport, 40 pages', forty, 'jsreport', undefined),
  ].flatMap((verdict) => verdict ?? []);
}

/** @param {string} what @param {Round[]} rounds @param {string} rival @param {number | undefined} wanted */
function throughput(what, rounds, rival, wanted) {
  const [ours, theirs] = [fastest(rounds, 'the service'), fastest(rounds, rival)];
  if (ours === undefined || theirs === undefined) return undefined;
  const ratios = rounds.map((round) => (round.get(ours)?.perSecond ?? 0) / (round.get(theirs)?.perSecond ?? 0));
  return {
    what,
    wanted: wanted === undefined ? '' : `≥ ${wanted}`,
    reached: median(ratios).toFixed(2),
    spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    isReached: wanted === undefined || median(ratios) >= wanted,
  };
}

/** @param {string} what @param {Round[]} rounds @param {number} limitMs */
function addedLatency(what, rounds, limitMs) {
  const added = rounds.map((round) => medianLatency(round, 'the service') - medianLatency(round, 'floor'));
  return {
    what,
    wanted: `≤ ${limitMs} ms`,
    reached: `${median(added).toFixed(1)} ms`,
    spread: `${Math.min(...added).toFixed(1)} to ${Math.max(...added).toFixed(1)}`,
    isReached: median(added) <= limitMs,
  };
}

/** The best that one can do, in any mode and with any number of clients. @param {Round[]} rounds @param {string} who */
function fastest(rounds, who) {
  const entries = [...(rounds[0]?.keys() ?? [])].filter(({ label }) => label.startsWith(who));
  const speed = (/** @type {import('./pdf-rounds.mjs').Entry} */ entry) =>
    median(rounds.map((round) => round.get(entry)?.perSecond ?? 0));
  return entries.sort((one, other) => speed(other) - speed(one))[0];
}

/** @param {Round} round @param {string} who */
function medianLatency(round, who) {
  for (const [{ label, clients }, { latencies }] of round) {
    if (label.startsWith(who) && clients === 1) return median(latencies);
  }
  return Number.NaN;
}
