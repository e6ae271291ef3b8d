-- Changes the end of a job's lease. Does not create a lease that no longer exists.
-- KEYS: 1 leases, 2 job. Arguments: member of the leases; ms from now; is_uncounted: whether the attempt does not count.
-- Returns 1 when the job is still open.
local args = cjson.decode(ARGV[1])
redis.call('ZADD', KEYS[1], 'XX', clock() + args.ms, args.member)
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HEXISTS', KEYS[2], 'place') == 1 then return 0 end
if args.is_uncounted then redis.call('HINCRBY', KEYS[2], 'attempts', -1) end
return 1
