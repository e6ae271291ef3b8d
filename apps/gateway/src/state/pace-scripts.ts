/**
 * The steps of the provider's pace that Redis makes as one each, by its own clock, in milliseconds.
 *
 * KEYS of all: the proof that the account has read the base; then of the lane that is shared, and of the account's own,
 * each: the queue, a sorted set of requests by the number of their slot; a sorted set of the requests that count, by the
 * time until which they do; the pause. Every key ends by itself when it no longer matters.
 */
import { redisScript } from '@toolpress/runtime';

const LANE = `
local lane = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 5
local queue, requests, pause = KEYS[lane], KEYS[lane + 1], KEYS[lane + 2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/**
 * Gives a request its place in the queue: in the first slot after the pause that has room.
 *
 * ARGV: request, how many have room in a slot, length of a slot, latest begin of its slot from now. Returns {1 or 0: it
 * has a place, wait}.
 */
export const queueUp = redisScript(`${LANE}
local length = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', queue, '-inf', math.floor(now / length) - 1)
local first = math.max(now, now + redis.call('PTTL', pause))
local slot, wait = math.floor(first / length), first - now
while redis.call('ZCOUNT', queue, slot, slot) >= tonumber(ARGV[2]) do
  slot = slot + 1
  wait = slot * length - now
end
if wait > tonumber(ARGV[4]) then return {0, wait} end
redis.call('ZADD', queue, slot, ARGV[1])
redis.call('PEXPIRE', queue, math.max(redis.call('PTTL', queue), wait + length))
return {1, wait}`);

/** A request that leaves makes room for another. ARGV: request. */
export const leaveQueue = redisScript(`${LANE}
redis.call('ZREM', queue, ARGV[1])`);

/**
 * Starts a request, if fewer than so many count.
 *
 * ARGV: request, how many may count, how long one counts that never ends, how long one counts after its end, when to try
 * again while none has ended. Returns the wait after which another try has a chance, or 0: started.
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
return tonumber(ARGV[5])`);

/** The request has been answered, or has failed. ARGV: request, how long it counts from now. */
export const end = redisScript(`${LANE}
redis.call('ZADD', requests, 'XX', now + ARGV[2], ARGV[1])`);

/** Lengthens the pause of the lane, never shortens it. ARGV: milliseconds. */
export const lengthenPause = redisScript(`${LANE}
if redis.call('PTTL', pause) < tonumber(ARGV[1]) then redis.call('SET', pause, '', 'PX', ARGV[1]) end`);

/**
 * From now on the account uses the shared lane; what is in its own lane counts there.
 *
 * ARGV: life of the proof.
 */
export const prove = redisScript(`${LANE}
redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
if lane == 2 then return end
for part = 2, 3 do
  local life = math.max(redis.call('PTTL', KEYS[part]), redis.call('PTTL', KEYS[part + 3]))
  if life > 0 then
    redis.call('ZUNIONSTORE', KEYS[part], 2, KEYS[part], KEYS[part + 3])
    redis.call('PEXPIRE', KEYS[part], life)
  end
end
local left = redis.call('PTTL', KEYS[7])
if left > redis.call('PTTL', KEYS[4]) then redis.call('SET', KEYS[4], '', 'PX', left) end
redis.call('DEL', KEYS[5], KEYS[6], KEYS[7])`);
