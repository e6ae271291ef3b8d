/**
 * Sums of what ends by itself: bytes by the period in which they go, in one hash. A period is the beginning of an ISO time,
 * `2026-01-31` or `2026-01-31T23`; what goes in it counts until it is over.
 */
import type { Redis } from '@toolpress/runtime';

export interface Tally {
  bytes: number;
  /** The period that is over first; undefined when nothing counts. */
  first: string | undefined;
}

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const hourOf = (date: Date): string => date.toISOString().slice(0, 13);

/** Lua: the sum of a tally and its first period, or false; periods that are over by `now` are dropped. */
export const TALLY = `
local function tally(key, now)
  local bytes, first = 0, false
  local periods = redis.call('HGETALL', key)
  for index = 1, #periods, 2 do
    local period = periods[index]
    if period < now then
      redis.call('HDEL', key, period)
    else
      bytes = bytes + periods[index + 1]
      if not first or period < first then first = period end
    end
  end
  return bytes, first
end`;

/** @param now the current period. */
export async function readTally(redis: Redis, key: string, now: string): Promise<Tally> {
  const periods = Object.entries(await redis.hgetall(key)).filter(([period]) => period >= now);
  return {
    bytes: periods.reduce((sum, [, bytes]) => sum + Number(bytes), 0),
    first: periods.map(([period]) => period).sort()[0],
  };
}
