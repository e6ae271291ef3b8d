-- Stores the outcome of an attempt. Does nothing when its lease has ended: another process sends the delivery then, or has sent it.
-- KEYS: 1 running deliveries, 2 delivery, 3 webhook. Arguments: see `TurnArguments`; member of the running
--   deliveries; lease_until; again: time of the next attempt; kept_ms; speed of the receiver, previous_speed; fields of the delivery.
local args = cjson.decode(ARGV[1])
local lease = redis.call('ZSCORE', KEYS[1], args.member)
if not lease or tonumber(lease) ~= args.lease_until then return end
redis.call('ZREM', KEYS[1], args.member)
local is_known = redis.call('EXISTS', KEYS[2]) == 1
if is_known then redis.call('HSET', KEYS[2], unpack(args.fields)) end
if is_known and args.kept_ms then redis.call('PEXPIRE', KEYS[2], args.kept_ms) end
local is_changed = args.speed and args.speed ~= args.previous_speed and redis.call('EXISTS', KEYS[3]) == 1
if is_changed then redis.call('HSET', KEYS[3], 'speed', args.speed) end
if is_known and args.again then
  queue_delivery(args, args.account, args.webhook, args.id, args.again)
else
  take_turn(args, args.account, args.webhook)
end
