-- Removes the previous owners from the record of a job or a row, unless it has another owner.
-- KEYS: job, or the block of a row. Arguments: owner; row: the field of a row.
local args = cjson.decode(ARGV[1])
if args.row then
  local attempts, created, owner, left = working_row(redis.call('HGET', KEYS[1], args.row))
  if owner == args.owner and left ~= '' then redis.call('HSET', KEYS[1], args.row, state_of(attempts, created, owner, '')) end
elseif redis.call('HGET', KEYS[1], 'owner') == args.owner then
  redis.call('HDEL', KEYS[1], 'left')
end
