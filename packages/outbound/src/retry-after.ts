/**
 * Reads the header `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
 *
 * @param now epoch milliseconds.
 * @returns milliseconds from now, 0 for a date that is past; undefined for an absent or unreadable header.
 */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const text = (typeof header === 'string' ? header : '').trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
