-- Renews the holds of running calls.
-- KEYS: 1 holds of an account. ARGV: 1 lease in ms, 2… holds.
local time = redis.call('TIME')
local until_then = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], until_then, ARGV[index]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
