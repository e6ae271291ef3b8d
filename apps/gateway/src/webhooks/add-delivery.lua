-- KEYS: 1 delivery, 2 deliveries of the webhook, 3 the account's webhooks. Arguments: see `TurnArguments`; member of
--   the list; listed: length of the list; kept_ms; most_due of the account; fields of the delivery.
-- Returns 1; 0 when the delivery exists already, -1 when too many wait.
local args = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
local waiting = 0
for _, name in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  waiting = waiting + redis.call('ZCARD', due_key(args, args.account, name))
end
if waiting >= args.most_due then return -1 end
redis.call('HSET', KEYS[1], unpack(args.fields))
redis.call('PEXPIRE', KEYS[1], args.kept_ms)
redis.call('ZADD', KEYS[2], 0, args.member)
redis.call('ZREMRANGEBYRANK', KEYS[2], args.listed, -1)
redis.call('PEXPIRE', KEYS[2], args.kept_ms)
queue_delivery(args, args.account, args.webhook, args.id, args.now)
return 1
