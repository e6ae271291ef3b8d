-- The steps of the provider's rate limit, each made as one, by the clock of Redis, in milliseconds.
--
-- KEYS: the grant (there while the account is known to read the base); then of the shared bucket, and of the account's own,
-- each: the queue, a sorted set of requests by the number of their slot; a sorted set of the requests that count, by the time
-- until which they do; the pause. Every key expires when it no longer matters.
-- ARGV: the step, then its values.
local bucket = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 5
local queue, requests, pause = KEYS[bucket], KEYS[bucket + 1], KEYS[bucket + 2]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local steps = {}

-- Puts a request into the first slot after the pause that has room. Returns {1 or 0: it has a slot, wait}.
function steps.enqueue(request, slot_size, slot_ms, within_ms)
  slot_ms = tonumber(slot_ms)
  redis.call('ZREMRANGEBYSCORE', queue, '-inf', math.floor(now / slot_ms) - 1)
  local first = math.max(now, now + redis.call('PTTL', pause))
  local slot, wait = math.floor(first / slot_ms), first - now
  while redis.call('ZCOUNT', queue, slot, slot) >= tonumber(slot_size) do
    slot = slot + 1
    wait = slot * slot_ms - now
  end
  if wait > tonumber(within_ms) then return { 0, wait } end
  redis.call('ZADD', queue, slot, request)
  redis.call('PEXPIRE', queue, math.max(redis.call('PTTL', queue), wait + slot_ms))
  return { 1, wait }
end

-- A request that leaves the queue makes room for another.
function steps.dequeue(request)
  redis.call('ZREM', queue, request)
end

-- Starts a request if fewer than `limit` count; it counts for `unanswered_ms` unless it ends. Returns 0 when it has started, else
-- the wait after which another try has a chance: `retry_ms` while none has ended.
function steps.start(request, limit, unanswered_ms, counts_ms, retry_ms)
  local left = redis.call('PTTL', pause)
  if left > 0 then return left end
  redis.call('ZREMRANGEBYSCORE', requests, '-inf', now)
  if redis.call('ZCARD', requests) < tonumber(limit) then
    redis.call('ZADD', requests, now + unanswered_ms, request)
    redis.call('PEXPIRE', requests, unanswered_ms)
    return 0
  end
  local first = redis.call('ZRANGE', requests, 0, 0, 'WITHSCORES')[2] - now
  if first <= tonumber(counts_ms) then return first end
  return tonumber(retry_ms)
end

-- The request has been answered, or has failed: it counts for `counts_ms` from now.
function steps.finish(request, counts_ms)
  redis.call('ZADD', requests, 'XX', now + counts_ms, request)
end

-- Lengthens the pause of the bucket, never shortens it.
function steps.pause(ms)
  if redis.call('PTTL', pause) < tonumber(ms) then redis.call('SET', pause, '', 'PX', ms) end
end

-- From now on the account uses the shared bucket; what is in its own counts there.
function steps.grant(ms)
  redis.call('SET', KEYS[1], '', 'PX', ms)
  if bucket == 2 then return end
  for part = 2, 3 do
    local life = math.max(redis.call('PTTL', KEYS[part]), redis.call('PTTL', KEYS[part + 3]))
    if life > 0 then
      redis.call('ZUNIONSTORE', KEYS[part], 2, KEYS[part], KEYS[part + 3])
      redis.call('PEXPIRE', KEYS[part], life)
    end
  end
  local left = redis.call('PTTL', KEYS[7])
  if left > redis.call('PTTL', KEYS[4]) then redis.call('SET', KEYS[4], '', 'PX', left) end
  redis.call('DEL', KEYS[5], KEYS[6], KEYS[7])
end

return steps[ARGV[1]](unpack(ARGV, 2))
