-- Extends a slot and its document, counted from now. Does not restore a slot that was released.
--
-- KEYS: slots, document. ARGV: slot, lifeMs.
local args = cjson.decode(ARGV[1])
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + args.lifeMs, args.slot)
redis.call('PEXPIRE', KEYS[2], args.lifeMs)
