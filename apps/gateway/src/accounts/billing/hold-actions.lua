-- Holds actions of a quota while a call runs. Expired holds do not count, nor does the same hold if it is sent again.
-- KEYS: 1 usage, 2 holds. Arguments: month (field of the month), actions, quota, hold, lease_ms, replaced (holds that this one replaces).
-- Returns {1 or 0, actions used, actions held by other calls}.
local args = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
for _, hold in ipairs(args.replaced) do redis.call('ZREM', KEYS[2], hold) end
local used = tonumber(redis.call('HGET', KEYS[1], args.month) or '0')
local held = 0
for _, hold in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  if hold ~= args.hold then held = held + tonumber(string.match(hold, '^%d+')) end
end
if used + held + tonumber(args.actions) > tonumber(args.quota) then return {0, used, held} end
redis.call('ZADD', KEYS[2], now + args.lease_ms, args.hold)
redis.call('PEXPIRE', KEYS[2], args.lease_ms)
return {1, used, held}
