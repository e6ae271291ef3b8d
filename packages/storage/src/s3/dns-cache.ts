/**
 * Resolves the store's name for each connection, but does not depend on the name server: one that drops a query holds a
 * look-up for 5 to 30 s while the store itself is well and at its earlier address.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { withTimeout } from '@toolpress/runtime';

/** Gives all addresses of a name, or rejects. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Far more than an ordinary look-up takes. */
const LIMIT_MS = 500;

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * @param limitMs how long the name server is waited for when an earlier address is known; milliseconds.
 * @returns a look-up for Node's connections. It makes one query at a time for a name, since each holds a thread of a small
 *   pool, and returns the earlier addresses when the query fails or is late.
 */
export function cachedLookup(limitMs = LIMIT_MS, resolve = systemResolve): LookupFunction {
  const known = new Map<string, LookupAddress[]>();
  const pending = new Map<string, Promise<LookupAddress[]>>();

  async function query(hostname: string): Promise<LookupAddress[]> {
    try {
      const addresses = await resolve(hostname);
      known.set(hostname, addresses);
      return addresses;
    } finally {
      pending.delete(hostname);
    }
  }

  async function find(hostname: string): Promise<LookupAddress[]> {
    const answer = pending.get(hostname) ?? query(hostname);
    pending.set(hostname, answer);
    const earlier = known.get(hostname);
    return earlier ? withTimeout(answer, limitMs, () => earlier).catch(() => earlier) : answer;
  }

  return (hostname, { all }, callback) => {
    find(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else if (first) callback(null, first.address, first.family);
        else callback(new Error(`${hostname} has no address`), '');
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
