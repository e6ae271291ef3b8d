-- Releases the lease of a row that has ended. The lease of a batch's last row stays until the batch is completed.
-- KEYS: 1 leases, 2 batch. Arguments: member of the leases.
-- Returns 1 for the last row of a batch that was not cancelled.
local args = cjson.decode(ARGV[1])
local total, done, failed, place = unpack(redis.call('HMGET', KEYS[2], 'total', 'done', 'failed', 'place'))
if total and place ~= 'cancelled' and (done or 0) + (failed or 0) >= tonumber(total) then return 1 end
redis.call('ZREM', KEYS[1], args.member)
return 0
