/**
 * Sums bytes that expire: a hash of periods (UTC) to the bytes that expire in each. A period is the beginning of an ISO time,
 * `2026-01-31` or `2026-01-31T23`. Its bytes count until the period ends. `tally.lua` implements the same for scripts.
 */
import type { Redis } from '@toolpress/runtime';

/** Returns the sum of the bytes, and the first period that ends; undefined when the sum is empty. @param now the current period. */
export async function readTally(redis: Redis, key: string, now: string): Promise<{ bytes: number; first?: string }> {
  const periods = Object.entries(await redis.hgetall(key)).filter(([period]) => period >= now);
  const [first] = periods.map(([period]) => period).sort();
  return { bytes: periods.reduce((sum, [, bytes]) => sum + Number(bytes), 0), ...(first !== undefined && { first }) };
}
