-- Releases the lease of a job that has ended. The lease of a batch's last row stays until the batch is completed.
-- KEYS: 1 leases, 2 job, or the block of a row, 3 the row's batch. Arguments: member of the leases; row: the field of a row.
-- Returns 1 for the last row of a batch that was not cancelled.
local args = cjson.decode(ARGV[1])
-- A taken job has an owner until it ends: after a failover, Redis has lost the end, or another gateway has taken the job.
if args.row and working_row(redis.call('HGET', KEYS[2], args.row)) then return 0 end
if not args.row and redis.call('HEXISTS', KEYS[2], 'owner') == 1 then return 0 end
if KEYS[3] then
  local total, done, failed, place = unpack(redis.call('HMGET', KEYS[3], 'total', 'done', 'failed', 'place'))
  if total and place ~= 'cancelled' and (done or 0) + (failed or 0) >= tonumber(total) then return 1 end
end
redis.call('ZREM', KEYS[1], args.member)
return 0
