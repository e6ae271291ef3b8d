/** What the provider's penalty takes when it does not say. */
const DEFAULT_MS = 30_000;
/** Less would be asked in vain, more is no pause any longer. */
const SHORTEST_MS = 1_000;
const LONGEST_MS = 3_600_000;

/**
 * Reads `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
 *
 * @returns milliseconds from now, within sane bounds; the provider's penalty of 30 s when there is nothing to be read.
 */
export function retryAfterMs(header: string | string[] | undefined): number {
  const text = (typeof header === 'string' ? header : '').trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? DEFAULT_MS : Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS);
}
