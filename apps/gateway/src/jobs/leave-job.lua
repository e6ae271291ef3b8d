-- Releases the lease of a job that has ended. The lease of a batch's last row stays until the batch is completed.
-- KEYS: 1 leases, 2 job, or the block of a row, 3 the row's batch. Arguments: member of the leases; row: the field of a row.
-- Returns 1 for the last row of a batch that was not cancelled.
local args = cjson.decode(ARGV[1])
-- A taken job has an owner until it ends: after a failover, Redis has lost the end, or another gateway has taken the job.
local total, done, failed, place = unpack(KEYS[3] and redis.call('HMGET', KEYS[3], 'total', 'done', 'failed', 'place') or {})
local is_over = total and (done or 0) + (failed or 0) >= tonumber(total)
if args.row then
  local state = redis.call('HGET', KEYS[2], args.row)
  local is_lost = unknown_state(state) and (state or total and not place and not is_over)
  if working_row(state) or is_lost then return 0 end
elseif redis.call('HEXISTS', KEYS[2], 'owner') == 1 then
  return 0
end
if is_over and place ~= 'cancelled' then return 1 end
redis.call('ZREM', KEYS[1], args.member)
return 0
