-- An account with jobs that wait takes no turns for a while, see `take-job`.
-- KEYS: 1 turns of accounts, 2 those that pause. ARGV: 1 account, 2 milliseconds.
local time = redis.call('TIME')
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then return end
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
