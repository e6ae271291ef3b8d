-- The steps of the provider's rate limiter. Each is atomic and uses the clock of Redis, in milliseconds.
--
-- KEYS: the grant (exists while the account is known to read the base); then, for the shared bucket and for the account's
-- bucket: the queue, a sorted set of requests by the number of their slot; a sorted set of the requests that count, by the time
-- until which they count; the pause; at last the requests that count for the token, as for a bucket. Every key expires when it is no longer needed.
-- ARGV: the step, then its values.
local bucket = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 5
local queue, requests, pause = KEYS[bucket], KEYS[bucket + 1], KEYS[bucket + 2]
local token = KEYS[8]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local steps = {}

-- Puts a request into the first slot with room after the pause. Returns {1 if it has a slot or 0, wait}.
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

-- Removes a request from the queue, which makes room for another.
function steps.dequeue(request)
  redis.call('ZREM', queue, request)
end

-- Starts a request if fewer than `limit` count for the base and fewer than `token_limit` for the token. It counts for
-- `unanswered_ms` unless it ends. Returns 0 when it has started, otherwise the wait before the next try: `retry_ms` while no
-- request has ended.
function steps.start(request, limit, unanswered_ms, counts_ms, retry_ms, token_limit)
  local left = redis.call('PTTL', pause)
  if left > 0 then return left end
  local full
  for set, most in pairs({ [requests] = limit, [token] = token_limit }) do
    redis.call('ZREMRANGEBYSCORE', set, '-inf', now)
    if redis.call('ZCARD', set) >= tonumber(most) then full = set end
  end
  if not full then
    for _, set in ipairs({ requests, token }) do
      redis.call('ZADD', set, now + unanswered_ms, request)
      redis.call('PEXPIRE', set, unanswered_ms)
    end
    return 0
  end
  local first = redis.call('ZRANGE', full, 0, 0, 'WITHSCORES')[2] - now
  if first <= tonumber(counts_ms) then return first end
  return tonumber(retry_ms)
end

-- Ends a request. It counts for another `counts_ms`.
function steps.finish(request, counts_ms)
  for _, set in ipairs({ requests, token }) do redis.call('ZADD', set, 'XX', now + counts_ms, request) end
end

-- Extends the pause of the bucket. Never shortens it.
function steps.pause(ms)
  if redis.call('PTTL', pause) < tonumber(ms) then redis.call('SET', pause, '', 'PX', ms) end
end

-- Moves the account to the shared bucket, with the requests in its own bucket.
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
