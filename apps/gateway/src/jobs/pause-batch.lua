-- Pauses a batch: no further row of it is taken, and rows that were put back continue.
-- KEYS: batch. Arguments: ms: the duration.
local args = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'paused', clock() + args.ms) end
