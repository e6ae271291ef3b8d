/** Clients that ask again as soon as they are answered, and how fast that goes. */
import { availableParallelism } from 'node:os';

/**
 * @typedef {object} Load
 * @property {number} clients at the same time
 * @property {number} [forMs] for so long, and a little longer until `atLeast` is reached; or:
 * @property {number} [atLeast] the least number of documents, whatever the time
 * @property {number} [serial] of the first document: each document differs from the ones before; without it, all are the same
 *
 * @typedef {object} LoadResult
 * @property {number} perSecond documents, while all clients were busy
 * @property {number[]} latencies milliseconds of every document
 * @property {number[]} completions when each document was there, milliseconds from the start
 */

/**
 * Throughput is counted from a completion to a completion, with every client busy from before the first to after the last:
 * neither the start, when the first documents are on their way, nor the end, when some have stopped, is in it.
 *
 * @param {(client: number) => Promise<void>} fetchOne
 * @param {Load} load
 * @returns {Promise<LoadResult>}
 */
export async function applyLoad(fetchOne, { clients, forMs = 0, atLeast = 1 }) {
  /** @type {number[]} */
  const latencies = [];
  /** @type {number[]} */
  const completions = [];
  const begun = performance.now();
  const first = Math.min(clients, availableParallelism()) - 1; // the number that are printed at a time
  let last = -1;
  const client = async (/** @type {number} */ index) => {
    while (last < 0) {
      const asked = performance.now();
      await fetchOne(index).catch((error) => {
        last = completions.length; // the others may stop
        throw error;
      });
      const answered = performance.now();
      latencies.push(answered - asked);
      completions.push(answered - begun);
      // After a slow start, half of the time is the least that counts.
      const windowMs = answered - begun - (completions[first] ?? Number.POSITIVE_INFINITY);
      const isEnough = answered - begun >= forMs && windowMs >= forMs / 2 && completions.length > first + atLeast;
      if (isEnough && last < 0) last = completions.length - 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const windowMs = (completions[last] ?? 0) - (completions[first] ?? 0);
  return { perSecond: ((last - first) * 1_000) / windowMs, latencies, completions };
}
