-- Takes a slot for a document, stores the document and adds its job to BullMQ's queue, or says why it can't. Expired slots are
-- released first: their gateway has died.
--
-- Uses BullMQ's `add_prioritized_job`. KEYS: slots, their bytes, waiting jobs, pace, document, then those of BullMQ.
-- ARGV: accountPrefix (prefix of the keys of accounts), accountId, jobId, bytes, lifeMs (how long the caller waits), maxDocuments,
-- maxBytes, isBackground (it comes after all synchronous documents, and neither delays nor counts for these). Raw: the document.
-- Returns {'admitted', priority}, or {'full' or 'slow', milliseconds until another try makes sense, estimated wait}.

-- BullMQ's lowest priority is for background documents. Beyond the one before, priorities are equal: first come, first served.
local BACKGROUND = 2097151
local LAST_PRIORITY = BACKGROUND - 1
-- As in begin.lua.
local PACE_SAMPLES = 20
-- With fewer samples the estimated wait is no reason to refuse a document.
local ENOUGH_SAMPLES = 10

-- Redis without memory refuses a script only if its first write needs memory.
redis.call('ZADD', KEYS[1], 'XX', 0, '')

local args = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function release(slot)
  local bytes, job, account = string.match(slot, '^(%d+):([^:]+):(.*)$')
  redis.call('ZREM', KEYS[1], slot)
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREM', args.accountPrefix .. account, job)
  redis.call('DECRBY', KEYS[2], bytes)
end
for _, slot in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE')) do release(slot) end

local taken = redis.call('ZCARD', KEYS[1])
if taken == 0 then -- the queue is empty: priorities restart
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[4], 'priority', 'busy')
end
local pace = redis.call('HMGET', KEYS[4], 'priority', 'busy', 'started', 'gap', 'samples')
local accountKey = args.accountPrefix .. args.accountId
local own = redis.call('ZRANGE', accountKey, -1, -1, 'WITHSCORES')

local isBackground = args.isBackground
local priority = isBackground and BACKGROUND or tonumber(pace[1] or 1)
if own[2] and not isBackground then priority = math.min(math.max(priority, own[2] + 1), LAST_PRIORITY) end
local gap = tonumber(pace[4])
if gap and pace[2] == '1' then gap = gap + math.max(0, now - pace[3] - gap) / PACE_SAMPLES end

local function refuse(why, pause, wait)
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
  return {why, math.ceil(math.min(pause, last - now)), math.ceil(wait)}
end
-- A tenth on top is for accounts that have no document in the queue, so that no account can fill it for others. Half is for calls only.
local function most(limit)
  if isBackground then return limit / 2 end
  return own[1] and limit or limit + math.ceil(limit / 10)
end
local bytes = tonumber(redis.call('GET', KEYS[2]) or '0')
if taken > 0 and (taken >= most(args.maxDocuments) or bytes + args.bytes > most(args.maxBytes)) then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return refuse('full', math.min(gap and gap * taken / 10 or math.huge, first - now), 0)
end
local wait = gap and gap * (redis.call('ZCOUNT', KEYS[3], '-inf', priority) + 1) or 0
if wait > args.lifeMs and tonumber(pace[5]) >= ENOUGH_SAMPLES then return refuse('slow', wait - args.lifeMs, wait) end

redis.call('SET', KEYS[5], ARGV[2], 'PX', args.lifeMs)
redis.call('ZADD', KEYS[1], now + args.lifeMs, args.bytes .. ':' .. args.jobId .. ':' .. args.accountId)
redis.call('INCRBY', KEYS[2], args.bytes)
if not isBackground then
  redis.call('ZADD', KEYS[3], priority, args.jobId)
  redis.call('ZADD', accountKey, priority, args.jobId)
end
local options = cmsgpack.unpack(ARGV[5])
options.priority = priority
return {'admitted', priority, add_prioritized_job({unpack(KEYS, 6)}, {ARGV[3], ARGV[4], cmsgpack.pack(options)})}
