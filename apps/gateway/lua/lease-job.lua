-- Renews the lease of a job, or lets it end at another time. A lease that is not there any more is not made anew.
-- KEYS: 1 leases, 2 job. ARGV: 1 account and job, 2 milliseconds from now, 3 '1' when the attempt does not count.
-- Returns 1 when the job is not done or cancelled yet.
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HEXISTS', KEYS[2], 'place') == 1 then return 0 end
if ARGV[3] == '1' then redis.call('HINCRBY', KEYS[2], 'attempts', -1) end
return 1
