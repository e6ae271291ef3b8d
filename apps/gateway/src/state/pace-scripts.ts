/**
 * The steps of the provider's pace that Redis makes as one each, by its own clock, in milliseconds.
 *
 * KEYS of all: the proof that the account has read the base; then of the lane that is shared, and of the account's own,
 * each: a list of the latest slots planned, the newest first; a sorted set of the requests that count, by the time until
 * which they do; the pause. Every key ends by itself when it no longer matters.
 */
import { redisScript } from '@toolpress/runtime';

const LANE = `
local lane = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 5
local plans, requests, pause = KEYS[lane], KEYS[lane + 1], KEYS[lane + 2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function addPlan(list, slot, count, spacing)
  redis.call('LPUSH', list, slot)
  redis.call('LTRIM', list, 0, count - 1)
  redis.call('PEXPIRE', list, math.max(1, slot - now + spacing))
end`;

/**
 * Plans a slot: the spacing later than the one so many back, and after the pause.
 *
 * ARGV: slots in the spacing, spacing, latest slot from now. Returns {1 or 0: planned, wait}.
 */
export const plan = redisScript(`${LANE}
local slot = math.max(now, now + redis.call('PTTL', pause))
local before = redis.call('LINDEX', plans, ARGV[1] - 1)
if before then slot = math.max(slot, before + ARGV[2]) end
if slot - now > tonumber(ARGV[3]) then return {0, slot - now} end
addPlan(plans, slot, ARGV[1], ARGV[2])
return {1, slot - now}`);

/**
 * Starts a request, if fewer than so many count.
 *
 * ARGV: request, how many may count, how long one counts that never ends, how long one counts after its end. Returns the
 * wait after which another try has a chance, or 0: started.
 */
export const start = redisScript(`${LANE}
local left = redis.call('PTTL', pause)
if left > 0 then return left end
redis.call('ZREMRANGEBYSCORE', requests, '-inf', now)
if redis.call('ZCARD', requests) < tonumber(ARGV[2]) then
  redis.call('ZADD', requests, now + ARGV[3], ARGV[1])
  redis.call('PEXPIRE', requests, ARGV[3])
  return 0
end
local first = redis.call('ZRANGE', requests, 0, 0, 'WITHSCORES')[2] - now
if first <= tonumber(ARGV[4]) then return first end
-- None of them has ended, so any may end at any time.
return 50`);

/** The request has been answered, or has failed. ARGV: request, how long it counts from now. */
export const end = redisScript(`${LANE}
redis.call('ZADD', requests, 'XX', now + ARGV[2], ARGV[1])`);

/** Lengthens the pause of the lane, never shortens it. ARGV: milliseconds. */
export const lengthenPause = redisScript(`${LANE}
if redis.call('PTTL', pause) < tonumber(ARGV[1]) then redis.call('SET', pause, '', 'PX', ARGV[1]) end`);

/**
 * From now on the account uses the shared lane; what its own lane has planned and started counts there.
 *
 * ARGV: life of the proof, slots in the spacing, spacing, how long a request counts that never ends.
 */
export const prove = redisScript(`${LANE}
redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
if lane == 2 then return end
local slots = redis.call('LRANGE', KEYS[2], 0, -1)
for _, slot in ipairs(redis.call('LRANGE', KEYS[5], 0, -1)) do table.insert(slots, slot) end
table.sort(slots, function (one, other) return tonumber(one) < tonumber(other) end)
redis.call('DEL', KEYS[2])
for _, slot in ipairs(slots) do addPlan(KEYS[2], slot, ARGV[2], ARGV[3]) end
redis.call('ZUNIONSTORE', KEYS[3], 2, KEYS[3], KEYS[6])
redis.call('PEXPIRE', KEYS[3], ARGV[4])
local left = redis.call('PTTL', KEYS[7])
if left > redis.call('PTTL', KEYS[4]) then redis.call('SET', KEYS[4], '', 'PX', left) end
redis.call('DEL', KEYS[5], KEYS[6])`);
