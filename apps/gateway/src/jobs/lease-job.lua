-- Changes the end of a job's lease. Does not create a lease that no longer exists.
-- KEYS: 1 leases, 2 job, or the block of a row. Arguments: member of the leases; ms from now; is_uncounted: whether the attempt does not
--   count; row: the field of a row.
-- Returns 1 when the job is still open.
local args = cjson.decode(ARGV[1])
redis.call('ZADD', KEYS[1], 'XX', clock() + args.ms, args.member)
if args.row then
  local state = redis.call('HGET', KEYS[2], args.row)
  if not state or outcome_of(state) then return 0 end
  local attempts, created, owner, left = working_row(state)
  if attempts and args.is_uncounted then
    redis.call('HSET', KEYS[2], args.row, state_of(attempts - 1, created, owner, left))
  end
  return 1
end
if redis.call('EXISTS', KEYS[2]) == 0 or redis.call('HEXISTS', KEYS[2], 'place') == 1 then return 0 end
if args.is_uncounted then redis.call('HINCRBY', KEYS[2], 'attempts', -1) end
return 1
