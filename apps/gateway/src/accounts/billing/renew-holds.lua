-- Renews the holds of running calls.
-- KEYS: 1 holds of an account. Arguments: lease_ms, holds.
local args = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local until_then = time[1] * 1000 + math.floor(time[2] / 1000) + args.lease_ms
for _, hold in ipairs(args.holds) do redis.call('ZADD', KEYS[1], until_then, hold) end
redis.call('PEXPIRE', KEYS[1], args.lease_ms)
