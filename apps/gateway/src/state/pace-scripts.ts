/**
 * The steps of the provider's pace that Redis makes as one each, by its own clock.
 *
 * KEYS of all: the proof that the account has read the base; starts and pause of the lane that is shared; starts and pause
 * of the account's own lane. Starts are the latest slots given, in milliseconds of Redis' clock, the newest first. Every key
 * ends by itself when it no longer matters.
 */
import { redisScript } from '@toolpress/runtime';

const LANE = `
local lane = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 4
local starts, pause = KEYS[lane], KEYS[lane + 1]`;

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Takes the next slot: so many slots later than the one that is that many back, and after a pause.
 *
 * ARGV: slots in a window, window, latest start in milliseconds from now. Returns {1 or 0: taken, milliseconds until the slot}.
 */
export const takeSlot = redisScript(`${LANE}${NOW}
local start = math.max(now, now + redis.call('PTTL', pause))
local before = redis.call('LINDEX', starts, ARGV[1] - 1)
if before then start = math.max(start, before + ARGV[2]) end
local wait = start - now
if wait > tonumber(ARGV[3]) then return {0, wait} end
redis.call('LPUSH', starts, start)
redis.call('LTRIM', starts, 0, ARGV[1] - 1)
redis.call('PEXPIRE', starts, wait + ARGV[2])
return {1, wait}`);

/** Lengthens the pause of the lane, never shortens it. ARGV: milliseconds. */
export const pause = redisScript(`${LANE}
if redis.call('PTTL', pause) < tonumber(ARGV[1]) then redis.call('SET', pause, '', 'PX', ARGV[1]) end`);

/** Returns how much of the lane's pause is left, milliseconds. */
export const pauseLeft = redisScript(`${LANE}
return math.max(0, redis.call('PTTL', pause))`);

/**
 * From now on the account uses the shared lane; what its own lane has given or waits for counts there.
 *
 * ARGV: life of the proof in milliseconds, slots in a window, window.
 */
export const prove = redisScript(`
local known = redis.call('EXISTS', KEYS[1]) == 1
redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
if known then return end
${NOW}
local starts = redis.call('LRANGE', KEYS[2], 0, -1)
for _, start in ipairs(redis.call('LRANGE', KEYS[4], 0, -1)) do table.insert(starts, start) end
redis.call('DEL', KEYS[2], KEYS[4])
if #starts > 0 then
  table.sort(starts, function (one, other) return tonumber(one) > tonumber(other) end)
  for index = 1, math.min(#starts, ARGV[2]) do redis.call('RPUSH', KEYS[2], starts[index]) end
  redis.call('PEXPIRE', KEYS[2], math.max(1, starts[1] - now + ARGV[3]))
end
local left = redis.call('PTTL', KEYS[5])
if left > redis.call('PTTL', KEYS[3]) then redis.call('SET', KEYS[3], '', 'PX', left) end`);
