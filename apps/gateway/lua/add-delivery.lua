-- KEYS: delivery, deliveries of the webhook, due deliveries of the account, accounts with due deliveries.
-- ARGV: id, account, now, member of the list, how many the list keeps, milliseconds that they are kept, limit of due ones,
--       then fields and values of the delivery.
-- Returns 1; 0 when it is there already, -1 when too many wait.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[7]) then return -1 end
redis.call('HSET', KEYS[1], unpack(ARGV, 8))
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('ZADD', KEYS[2], 0, ARGV[4])
redis.call('ZREMRANGEBYRANK', KEYS[2], ARGV[5], -1)
redis.call('PEXPIRE', KEYS[2], ARGV[6])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[4], 'LT', ARGV[3], ARGV[2])
return 1
