-- Holds actions of a quota while a call runs. Expired leases no longer count.
-- KEYS: 1 usage, 2 holds. ARGV: 1 field of the month, 2 actions, 3 quota, 4 hold, 5 lease (ms), 6… holds that it takes the place of.
-- Returns {1 or 0, actions used, actions held by other calls}.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
for index = 6, #ARGV do redis.call('ZREM', KEYS[2], ARGV[index]) end
local used = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local held = 0
for _, hold in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do held = held + tonumber(string.match(hold, '^%d+')) end
if used + held + tonumber(ARGV[2]) > tonumber(ARGV[3]) then return {0, used, held} end
redis.call('ZADD', KEYS[2], now + ARGV[5], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return {1, used, held}
