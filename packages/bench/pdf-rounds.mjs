/** Rounds in which everybody has a turn: whatever else the machine does meanwhile hits all alike. */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryBytes, processTrees, treeCpuSeconds } from '@toolpress/testkit';

/** What one turn leaves to be cleared away is not in the next one's time. */
const PAUSE_MS = 60;
const MEMORY_SAMPLE_MS = 250;

/**
 * @typedef {object} Entry a contestant with so many clients
 * @property {import('./targets/launch.mjs').Contestant} contestant
 * @property {number} clients
 * @property {string} label
 *
 * @typedef {object} Turn
 * @property {number} perSecond
 * @property {number[]} latencies
 * @property {number} cpuMs of all its processes, per document
 */

/**
 * @param {Entry[]} entries
 * @param {import('./documents.mjs').BenchDocument} document
 * @param {number} forMs
 * @param {number} round turns the order
 * @param {AbortSignal} signal
 * @returns {Promise<Map<Entry, Turn>>}
 */
export async function playRound(entries, document, forMs, round, signal) {
  /** @type {Map<Entry, Turn>} */
  const turns = new Map();
  // The machine's speed changes within seconds: those who are compared have their turns close together, in most rounds.
  const order = entries.toSorted((one, other) => one.clients - other.clients);
  const shift = (round * 3) % order.length;
  for (const entry of [...order.slice(shift), ...order.slice(0, shift)]) {
    await sleep(PAUSE_MS, undefined, { signal });
    const { contestant, clients } = entry;
    const before = treeCpuSeconds(contestant.roots);
    const { perSecond, latencies } = await contestant.run(document, { clients, forMs });
    const cpuMs = ((treeCpuSeconds(contestant.roots) - before) * 1_000) / latencies.length;
    turns.set(entry, { perSecond, latencies, cpuMs });
  }
  return turns;
}

/**
 * A turn that warms up and is not timed: the memory of the processes is looked at meanwhile, which disturbs them.
 *
 * @param {Entry} entry
 * @param {import('./documents.mjs').BenchDocument} document
 * @param {number} forMs
 * @returns {Promise<number>} the most bytes seen, shared memory counted once
 */
export async function warmUp({ contestant, clients }, document, forMs) {
  let most = 0;
  const look = () => {
    most = Math.max(most, memoryBytes(processTrees(contestant.roots).map(({ pid }) => pid)));
  };
  const sampling = setInterval(look, MEMORY_SAMPLE_MS);
  try {
    await contestant.run(document, { clients, forMs });
    look();
  } finally {
    clearInterval(sampling);
  }
  return most;
}
