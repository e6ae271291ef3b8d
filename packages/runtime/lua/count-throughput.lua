-- Adds all counts to the slot of now, by the clock of Redis: processes whose clocks differ count into the same one.
--
-- ARGV: prefix of the keys of slots, the length of a slot and how long it is kept in seconds, then fields and counts by turns.
local slot = ARGV[1] .. math.floor(redis.call('TIME')[1] / ARGV[2])
for index = 4, #ARGV, 2 do redis.call('HINCRBY', slot, ARGV[index], ARGV[index + 1]) end
return redis.call('EXPIRE', slot, ARGV[3])
