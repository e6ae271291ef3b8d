-- Sends a delivery again, with a new set of attempts.
-- KEYS: delivery. Arguments: see `TurnArguments`; kept_ms.
local args = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'status', 'pending', 'next_attempt_at', args.now, 'tries', 0)
redis.call('PEXPIRE', KEYS[1], args.kept_ms)
queue_delivery(args, args.account, args.webhook, args.id, args.now)
return 1
