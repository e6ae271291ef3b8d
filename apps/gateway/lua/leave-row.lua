-- Ends the lease of a row that is over. That of the last one of its batch stays until all that follows the batch's end is done.
-- KEYS: 1 leases, 2 batch. ARGV: 1 account and row.
-- Returns 1 for the last row of a batch that was not cancelled.
local total, done, failed, place = unpack(redis.call('HMGET', KEYS[2], 'total', 'done', 'failed', 'place'))
if total and place ~= 'cancelled' and (done or 0) + (failed or 0) >= tonumber(total) then return 1 end
redis.call('ZREM', KEYS[1], ARGV[1])
return 0
