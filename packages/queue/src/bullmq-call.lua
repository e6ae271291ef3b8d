-- The beginning of a function with one of BullMQ's scripts. Answers the commands whose replies are known: the service uses no parents,
-- deduplication, events, pauses or limits of queues, and no counts of attempts of completed jobs. `known`: replies to `GET` and `EXISTS`
-- by key.
local run = redis.call
-- BullMQ removes expired records of finished jobs at each end. Removing several at a time takes fewer commands.
local ENDS_PER_REMOVAL = 16
local is_removing = (tonumber(ARGV[2]) or 0) % ENDS_PER_REMOVAL == 0
-- Whether delayed jobs become available.
local is_promoting = false
local function unless_removing(value)
  return function(key)
    if key == KEYS[11] and not is_removing then return value end
  end
end
local ABSENT = {parentKey = {false, false, false}, paused = {false, false, false, false}}
local replies = {
  XADD = function() return false end,
  XTRIM = function() return 0 end,
  HGET = function(_, field) if field == 'opts.maxLenEvents' then return '0' end end,
  HMGET = function(_, field) return ABSENT[field] end,
  INCR = function(key) if string.sub(key, -3) == ':id' then return 0 end end,
  SCARD = function(key) if string.sub(key, -13) == ':dependencies' then return 0 end end,
  ZCARD = function(key) if string.sub(key, -13) == ':unsuccessful' then return 0 end end,
  HINCRBY = function(_, field) if field == 'ats' or field == 'atm' and ARGV[5] == 'completed' then return 1 end end,
  -- A job that is no longer active is not searched for as a stalled one.
  SREM = function(key) if string.sub(key, -8) == ':stalled' then return 1 end end,
  -- BullMQ asks for lengths only to tell whether to send an event.
  LLEN = function() return 1 end,
  ZREVRANGE = unless_removing({}),
  ZREVRANGEBYSCORE = unless_removing({}),
  ZREMRANGEBYRANK = unless_removing(0),
  -- Adding a job sets the marker of available jobs, and only an idle worker removes it. A worker that ends a job leaves it as it is.
  ZREM = function(key) if key == KEYS[7] then is_promoting = true end end,
  ZADD = function(key) if known and key == KEYS[14] and not is_promoting then return 0 end end,
  GET = function(key) return known and known[key] end,
  EXISTS = function(key) return known and known[key] and 1 end,
}
local redis = {pcall = redis.pcall, call = function(command, ...)
  local reply = replies[command] and replies[command](...)
  if reply ~= nil then return reply end
  return run(command, ...)
end}
