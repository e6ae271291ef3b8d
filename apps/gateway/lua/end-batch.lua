-- Ends a batch, unless it is over; one that was deleted meanwhile is not made anew.
-- KEYS: 1 batch, 2 open batches. ARGV: 1 place, 2 now, as text, 3 its member of the open ones.
redis.call('ZREM', KEYS[2], ARGV[3])
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSETNX', KEYS[1], 'place', ARGV[1])
redis.call('HSETNX', KEYS[1], 'finished', ARGV[2])
release_input(KEYS[1])
