-- The steps of the provider's rate limiter. Each is atomic and uses the clock of Redis, in milliseconds.
--
-- KEYS: the grant (exists while the account is known to read the base); then, for the shared bucket and for the account's
-- bucket: the queue, a sorted set of requests by the number of their slot; a sorted set of the requests that count, by the time
-- until which they count; the pause; at last the requests that count for the token, as for a bucket. Every key expires when it is no longer needed.
-- Arguments: step, and its values: request (an id), within_ms, counts_ms, ms.
local args = cjson.decode(ARGV[1])
-- The provider's published limits: per base, and per token over all bases.
local REQUESTS_PER_SECOND, TOKEN_REQUESTS_PER_SECOND = 5, 50
-- The duration of a slot for five requests: a second and a usual answer.
local SLOT_MS = 1200
-- The time that a request without an answer counts. By then it has reached the provider, or never will.
local UNANSWERED_MS = 5000
-- The interval at which a request tries again while five requests run.
local TRY_AGAIN_MS = 200
local bucket = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 5
local queue, requests, pause = KEYS[bucket], KEYS[bucket + 1], KEYS[bucket + 2]
local token = KEYS[8]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Puts a request into the first slot with room after the pause. Returns {1 if it has a slot or 0, wait}.
if args.step == 'enqueue' then
  redis.call('ZREMRANGEBYSCORE', queue, '-inf', math.floor(now / SLOT_MS) - 1)
  local first = math.max(now, now + redis.call('PTTL', pause))
  local slot, wait = math.floor(first / SLOT_MS), first - now
  while redis.call('ZCOUNT', queue, slot, slot) >= REQUESTS_PER_SECOND do
    slot = slot + 1
    wait = slot * SLOT_MS - now
  end
  if wait > args.within_ms then return { 0, wait } end
  redis.call('ZADD', queue, slot, args.request)
  redis.call('PEXPIRE', queue, math.max(redis.call('PTTL', queue), wait + SLOT_MS))
  return { 1, wait }
end

-- Removes a request from the queue, which makes room for another.
if args.step == 'dequeue' then return redis.call('ZREM', queue, args.request) end

-- Starts a request if there is room for the base and for the token. It counts for `UNANSWERED_MS` unless it ends. Returns 0 when it
-- has started, otherwise the wait before the next try: `TRY_AGAIN_MS` while no request has ended.
if args.step == 'start' then
  local left = redis.call('PTTL', pause)
  if left > 0 then return left end
  redis.call('ZREMRANGEBYSCORE', requests, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', token, '-inf', now)
  local full
  if redis.call('ZCARD', requests) >= REQUESTS_PER_SECOND then full = requests end
  if redis.call('ZCARD', token) >= TOKEN_REQUESTS_PER_SECOND then full = token end
  if full then
    local first = redis.call('ZRANGE', full, 0, 0, 'WITHSCORES')[2] - now
    return first <= args.counts_ms and first or TRY_AGAIN_MS
  end
  for _, set in ipairs({ requests, token }) do
    redis.call('ZADD', set, now + UNANSWERED_MS, args.request)
    redis.call('PEXPIRE', set, UNANSWERED_MS)
  end
  return 0
end

-- Ends a request. It counts for another `counts_ms`.
if args.step == 'finish' then
  redis.call('ZADD', requests, 'XX', now + args.counts_ms, args.request)
  redis.call('ZADD', token, 'XX', now + args.counts_ms, args.request)
  return
end

-- Extends the pause of the bucket. Never shortens it.
if args.step == 'pause' then
  if redis.call('PTTL', pause) < args.ms then redis.call('SET', pause, '', 'PX', args.ms) end
  return
end

-- `grant`: moves the account to the shared bucket, with the requests in its own bucket.
redis.call('SET', KEYS[1], '', 'PX', args.ms)
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
