-- Changes the end of the lease of a job, and its attempts if this one does not count. Does nothing to an open job of another owner, does not
-- create a lease that no longer exists, and counts an attempt back once, however often and late it runs.
-- KEYS: 1 leases, 2 job, or the block of a row. Arguments: member of the leases; ms from now; owner; row: the field of a row; uncounted: the
--   number of this attempt, if it does not count.
local args = cjson.decode(ARGV[1])
local function change_end() redis.call('ZADD', KEYS[1], 'XX', clock() + args.ms, args.member) end
if args.row then
  local state = redis.call('HGET', KEYS[2], args.row)
  local attempts, created, owner, left = working_row(state)
  if outcome_of(state) then return change_end() end
  if owner ~= args.owner then return end
  change_end()
  if attempts ~= args.uncounted then return end
  redis.call('HSET', KEYS[2], args.row, state_of(attempts - 1, created, owner, left))
else
  local place, owner, attempts = unpack(redis.call('HMGET', KEYS[2], 'place', 'owner', 'attempts'))
  if place then return change_end() end
  if owner ~= args.owner then return end
  change_end()
  if args.uncounted and tonumber(attempts) == args.uncounted then redis.call('HSET', KEYS[2], 'attempts', args.uncounted - 1) end
end
