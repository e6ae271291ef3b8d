-- Adds counts to the current slot, by the clock of Redis: processes whose clocks differ count into the same slot.
--
-- ARGV: slotKey (prefix of the keys of slots), slotSeconds, keptSeconds, counts (field to number).
local args = cjson.decode(ARGV[1])
local slot = args.slotKey .. math.floor(redis.call('TIME')[1] / args.slotSeconds)
for field, count in pairs(args.counts) do redis.call('HINCRBY', slot, field, count) end
return redis.call('EXPIRE', slot, args.keptSeconds)
