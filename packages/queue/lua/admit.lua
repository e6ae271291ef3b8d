-- Takes a slot for a document and stores the document, or says why not. Slots whose time is over are released first: their
-- gateway has died.
--
-- KEYS: slots, their bytes, waiting jobs, pace, the document.
-- ARGV: prefix of the keys of accounts, account, job, bytes, milliseconds that the caller waits, most documents, most bytes,
-- the document, and '1' where nobody waits for it: it comes after all for which somebody does, and neither delays nor counts for these.
-- Returns {'admitted', priority}, or {'full' or 'slow', milliseconds until another try makes sense, estimated wait}.

-- BullMQ's highest priority number is for what nobody waits for. From the one before on, priorities are no longer told apart, and it
-- is first come, first served.
local BACKGROUND = 2097151
local LAST_PRIORITY = BACKGROUND - 1
-- As in begin.lua.
local PACE_SAMPLES = 20
-- With fewer samples nobody is refused for the estimated wait.
local ENOUGH_SAMPLES = 10

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function release(slot)
  local bytes, job, account = string.match(slot, '^(%d+):([^:]+):(.*)$')
  redis.call('ZREM', KEYS[1], slot)
  redis.call('ZREM', KEYS[3], job)
  redis.call('ZREM', ARGV[1] .. account, job)
  redis.call('DECRBY', KEYS[2], bytes)
end
for _, slot in ipairs(redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE')) do release(slot) end

local taken = redis.call('ZCARD', KEYS[1])
if taken == 0 then -- nobody has to be considered: priorities begin anew
  redis.call('DEL', KEYS[2], KEYS[3])
  redis.call('HDEL', KEYS[4], 'priority', 'busy')
end
local pace = redis.call('HMGET', KEYS[4], 'priority', 'busy', 'started', 'gap', 'samples')
local own = redis.call('ZRANGE', ARGV[1] .. ARGV[2], -1, -1, 'WITHSCORES')

local isBackground = ARGV[9] == '1'
local priority = isBackground and BACKGROUND or tonumber(pace[1] or 1)
if own[2] and not isBackground then priority = math.min(math.max(priority, own[2] + 1), LAST_PRIORITY) end
local gap = tonumber(pace[4])
if gap and pace[2] == '1' then gap = gap + math.max(0, now - pace[3] - gap) / PACE_SAMPLES end

local function refuse(why, pause, wait)
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
  return {why, math.ceil(math.min(pause, last - now)), math.ceil(wait)}
end
-- A tenth on top is for accounts that have nothing here: nobody fills the queue for the others. Half of all is for calls only.
local function most(limit)
  if isBackground then return limit / 2 end
  return own[1] and tonumber(limit) or limit + math.ceil(limit / 10)
end
local bytes = tonumber(redis.call('GET', KEYS[2]) or '0')
if taken > 0 and (taken >= most(ARGV[6]) or bytes + ARGV[4] > most(ARGV[7])) then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
  return refuse('full', math.min(gap and gap * taken / 10 or math.huge, first - now), 0)
end
local wait = gap and gap * (redis.call('ZCOUNT', KEYS[3], '-inf', priority) + 1) or 0
if wait > tonumber(ARGV[5]) and tonumber(pace[5]) >= ENOUGH_SAMPLES then return refuse('slow', wait - ARGV[5], wait) end

redis.call('SET', KEYS[5], ARGV[8], 'PX', ARGV[5])
redis.call('ZADD', KEYS[1], now + ARGV[5], ARGV[4] .. ':' .. ARGV[3] .. ':' .. ARGV[2])
redis.call('INCRBY', KEYS[2], ARGV[4])
if not isBackground then
  redis.call('ZADD', KEYS[3], priority, ARGV[3])
  redis.call('ZADD', ARGV[1] .. ARGV[2], priority, ARGV[3])
end
return {'admitted', priority}
