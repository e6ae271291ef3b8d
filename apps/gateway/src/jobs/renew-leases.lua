-- Renews the leases of the jobs that a gateway runs.
-- KEYS: 1 leases, 2… jobs, or the blocks of rows. Arguments: ms from now; jobs: for each of these keys, member of the leases and, for a row,
--   its field.
-- Returns the members of jobs that are no longer open.
local args = cjson.decode(ARGV[1])
local until_then, over = clock() + args.ms, {}
for index, job in ipairs(args.jobs) do
  redis.call('ZADD', KEYS[1], 'XX', until_then, job.member)
  local key, is_open = KEYS[index + 1], nil
  if job.row then
    local state = redis.call('HGET', key, job.row)
    is_open = state and not outcome_of(state)
  else
    local tool, place = unpack(redis.call('HMGET', key, 'tool', 'place'))
    is_open = tool and not place
  end
  if not is_open then over[#over + 1] = job.member end
end
return over
