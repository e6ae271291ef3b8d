-- Holds a place among the uploads of an account.
-- KEYS: uploads. ARGV: upload, most there may be, how long it may take to come (ms), life of the list (ms).
-- Returns 1, or 0 when there are as many as may be.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1
