/**
 * The store's name, looked up anew for each connection as ever, but not at the mercy of the name server: one that drops a
 * question holds a look-up for 5 to 30 s, while the store itself is well and at the address that it had.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** Gives all addresses of a name, or rejects. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Far more than a look-up takes that nothing hinders. */
const PATIENCE_MS = 500;

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * @param patienceMs how long the name server is waited for while there is an address that it gave before
 * @returns a look-up for Node's connections: of one name it makes one at a time, as each holds a thread of a small pool
 */
export function rememberedLookup(patienceMs = PATIENCE_MS, resolve = systemResolve): LookupFunction {
  const known = new Map<string, LookupAddress[]>();
  const underWay = new Map<string, Promise<LookupAddress[]>>();

  function ask(hostname: string): Promise<LookupAddress[]> {
    const begun = underWay.get(hostname);
    if (begun !== undefined) return begun;
    const answer = resolve(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, answer);
    answer.then(
      (addresses) => known.set(hostname, addresses),
      () => undefined, // told to those who wait for it
    );
    return answer;
  }

  async function find(hostname: string): Promise<LookupAddress[]> {
    const answer = ask(hostname);
    const before = known.get(hostname);
    return before ? orEarlier(answer, before, patienceMs) : answer;
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

/** The answer, or what was known before when it fails or is late. */
function orEarlier<Answer>(answer: Promise<Answer>, earlier: Answer, patienceMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs, earlier);
    answer.then(resolve, () => resolve(earlier)).finally(() => clearTimeout(timer));
  });
}
