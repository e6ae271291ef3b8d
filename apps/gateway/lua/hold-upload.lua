-- Holds a place among the uploads of an account.
-- KEYS: uploads. ARGV: 1 upload, 2 most there may be, 3 how long it may take to come (ms), 4 life of the list (ms), 5 how many are returned.
-- Returns 1, or 0 when there are as many as may be; and those that have ended, to be removed.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ended = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[5])
if redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') >= tonumber(ARGV[2]) then return {0, ended} end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1, ended}
