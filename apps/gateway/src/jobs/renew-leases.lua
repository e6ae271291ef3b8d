-- Renews the leases of the jobs that a gateway runs. Does nothing to those of other owners.
-- KEYS: 1 leases, 2… jobs, or the blocks of rows. Arguments: ms from now; jobs: for each of these keys, member of the leases, owner and, for
--   a row, its field.
-- Returns the numbers of the jobs that have ended or no longer exist, and of those that have another owner or none.
local args = cjson.decode(ARGV[1])
local until_then, over, lost = clock() + args.ms, {}, {}
for index, job in ipairs(args.jobs) do
  local key, is_over, owner = KEYS[index + 1], nil, nil
  if job.row then
    local state = redis.call('HGET', key, job.row)
    is_over, owner = outcome_of(state), select(3, working_row(state))
  else
    local tool, place, known = unpack(redis.call('HMGET', key, 'tool', 'place', 'owner'))
    is_over, owner = place or not tool, known
  end
  if is_over then over[#over + 1] = index elseif owner ~= job.owner then lost[#lost + 1] = index end
  if is_over or owner == job.owner then redis.call('ZADD', KEYS[1], 'XX', until_then, job.member) end
end
return {over, lost}
