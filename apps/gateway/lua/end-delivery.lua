-- Ends the work at a delivery.
-- KEYS: deliveries at work, delivery, due deliveries of the account, accounts with due deliveries.
-- ARGV: member of those at work, end of the lease, id, account, when it is due again or '', milliseconds that it is kept from now
--       or '', then fields and values of the delivery.
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
local is_ours = lease and tonumber(lease) == tonumber(ARGV[2])
if is_ours then redis.call('ZREM', KEYS[1], ARGV[1]) end
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
if ARGV[7] then redis.call('HSET', KEYS[2], unpack(ARGV, 7)) end
if ARGV[6] ~= '' then redis.call('PEXPIRE', KEYS[2], ARGV[6]) end
if is_ours and ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[3])
  redis.call('ZADD', KEYS[4], 'LT', ARGV[5], ARGV[4])
end
return 1
