-- Ends the work at a delivery.
-- KEYS: 1 deliveries at work, 2 delivery, 3 due deliveries of the webhook, 4 webhook. ARGV: 1 prefix of the keys of turns, 2 … of accounts, 3 account,
--   4 webhook, 5 id, 6 now, 7 member of those at work, 8 end of the lease, 9 when it is due again or '', 10 milliseconds that it is kept
--   from now or '', 11 how quick the receiver was or '', 12 … before that, 13… fields and values of the delivery.
local lease = redis.call('ZSCORE', KEYS[1], ARGV[7])
local is_ours = lease and tonumber(lease) == tonumber(ARGV[8])
if is_ours then redis.call('ZREM', KEYS[1], ARGV[7]) end
local is_there = redis.call('EXISTS', KEYS[2]) == 1
if is_there then redis.call('HSET', KEYS[2], unpack(ARGV, 13)) end
if is_there and ARGV[10] ~= '' then redis.call('PEXPIRE', KEYS[2], ARGV[10]) end
if not is_ours then return end
local is_changed = ARGV[11] ~= '' and ARGV[11] ~= ARGV[12] and redis.call('EXISTS', KEYS[4]) == 1
if is_changed then redis.call('HSET', KEYS[4], 'speed', ARGV[11]) end
if is_there and ARGV[9] ~= '' then redis.call('ZADD', KEYS[3], ARGV[9], ARGV[5]) end
take_turn(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[6])
