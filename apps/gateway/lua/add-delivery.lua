-- KEYS: 1 delivery, 2 deliveries of the webhook, 3 its due deliveries, 4 the account's webhooks. ARGV: 1 prefix of the keys of turns, 2 … of accounts, 3 account, 4 webhook,
--   5 id, 6 now, 7 member of the list, 8 how many the list keeps, 9 milliseconds that they are kept, 10 limit of the account's due ones, 11… fields and
--   values of the delivery.
-- Returns 1; 0 when it is there already, -1 when too many wait.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local waiting = 0
for _, name in ipairs(redis.call('ZRANGE', KEYS[4], 0, -1)) do
  waiting = waiting + redis.call('ZCARD', due_key(ARGV[2], ARGV[3], name))
end
if waiting >= tonumber(ARGV[10]) then return -1 end
redis.call('HSET', KEYS[1], unpack(ARGV, 11))
redis.call('PEXPIRE', KEYS[1], ARGV[9])
redis.call('ZADD', KEYS[2], 0, ARGV[7])
redis.call('ZREMRANGEBYRANK', KEYS[2], ARGV[8], -1)
redis.call('PEXPIRE', KEYS[2], ARGV[9])
redis.call('ZADD', KEYS[3], ARGV[6], ARGV[5])
take_turn(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[6])
return 1
