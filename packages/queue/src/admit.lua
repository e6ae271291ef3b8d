-- Takes a slot for a document and stores the document, or says why it can't. Expired slots are released first: their gateway has died.
--
-- KEYS: slots, their bytes, waiting jobs, pace, document, the account's jobs.
-- ARGV: accountPrefix (prefix of the keys of accounts), accountId, jobId, bytes, lifeMs (how long the caller waits), maxDocuments,
-- maxBytes, isBackground (it comes after all synchronous documents, and neither delays nor counts for these). Raw: the document.
-- Returns {'admitted', priority}, or {'full' or 'slow', milliseconds until another try makes sense, estimated wait}.

-- BullMQ's lowest priority is for background documents. Beyond the one before, priorities are equal: first come, first served.
local BACKGROUND = 2097151
local LAST_PRIORITY = BACKGROUND - 1
-- As in begin.lua.
local PACE_SAMPLES = 20
-- With fewer samples, the estimated wait does not refuse a document.
local ENOUGH_SAMPLES = 10

local args = cjson.decode(ARGV[1])
local is_background = args.isBackground
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- The first write needs memory: Redis without memory refuses a script only there.
local bytes = redis.call('INCRBY', KEYS[2], args.bytes) - args.bytes
local taken = redis.call('ZCARD', KEYS[1])

local function release(slot)
  local size, job, account = string.match(slot, '^(%d+):([^:]+):(.*)$')
  redis.call('ZREM', KEYS[1], slot)
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREM', args.accountPrefix .. account, job)
  redis.call('DECRBY', KEYS[2], size)
  bytes, taken = bytes - size, taken - 1
end
local function release_expired()
  for _, slot in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE')) do release(slot) end
end
-- Half of the slots is for calls only.
local function has_room_for_background()
  return taken == 0 or taken < args.maxDocuments / 2 and bytes + args.bytes <= args.maxBytes / 2
end
if not is_background or not has_room_for_background() then release_expired() end
if taken == 0 then -- the queue is empty: priorities restart
  redis.call('SET', KEYS[2], args.bytes)
  redis.call('DEL', KEYS[3])
  redis.call('HDEL', KEYS[4], 'priority', 'busy')
end

local function refuse(why, pause, wait)
  redis.call('DECRBY', KEYS[2], args.bytes)
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
  return {why, math.ceil(math.min(pause, last - now)), math.ceil(wait)}
end
local function refuse_full(gap)
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return refuse('full', math.min(gap and gap * taken / 10 or math.huge, first - now), 0)
end

local priority = BACKGROUND
if is_background then
  if not has_room_for_background() then return refuse_full() end
else
  local pace = redis.call('HMGET', KEYS[4], 'priority', 'busy', 'started', 'gap', 'samples')
  local own = redis.call('ZRANGE', KEYS[6], -1, -1, 'WITHSCORES')
  priority = tonumber(pace[1] or 1)
  if own[2] then priority = math.min(math.max(priority, own[2] + 1), LAST_PRIORITY) end
  local gap = tonumber(pace[4])
  if gap and pace[2] == '1' then gap = gap + math.max(0, now - pace[3] - gap) / PACE_SAMPLES end
  -- A tenth on top is for accounts that have no document in the queue, so that no account can fill it for others.
  local function most(limit) return own[1] and limit or limit + math.ceil(limit / 10) end
  if taken > 0 and (taken >= most(args.maxDocuments) or bytes + args.bytes > most(args.maxBytes)) then
    return refuse_full(gap)
  end
  local wait = gap and gap * (redis.call('ZCOUNT', KEYS[3], '-inf', priority) + 1) or 0
  if wait > args.lifeMs and tonumber(pace[5]) >= ENOUGH_SAMPLES then return refuse('slow', wait - args.lifeMs, wait) end
end

redis.call('SET', KEYS[5], ARGV[2], 'PX', args.lifeMs)
redis.call('ZADD', KEYS[1], now + args.lifeMs, args.bytes .. ':' .. args.jobId .. ':' .. args.accountId)
if not is_background then
  redis.call('ZADD', KEYS[3], priority, args.jobId)
  redis.call('ZADD', KEYS[6], priority, args.jobId)
end
return {'admitted', priority, 0}
