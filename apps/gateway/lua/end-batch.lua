-- Ends a batch, unless it is over; one that was deleted meanwhile is not made anew.
-- KEYS: 1 batch, 2 open batches, 3 its assembly. ARGV: 1 place, 2 now, as text, 3 its member of the open ones.
-- Returns 1 when what was sent stays for a retry, as some of it has failed.
redis.call('ZREM', KEYS[2], ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSETNX', KEYS[1], 'place', ARGV[1])
redis.call('HSETNX', KEYS[1], 'finished', ARGV[2])
local place, failed = unpack(redis.call('HMGET', KEYS[1], 'place', 'failed'))
local has_failed = tonumber(failed or 0) > 0 or redis.call('HGET', KEYS[3], 'place') == 'failed'
if place == 'done' and has_failed then return 1 end
release_input(KEYS[1])
return 0
