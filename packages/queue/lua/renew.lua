-- Holds a slot for its time from now on, and keeps its document as long. One that was released stays so.
-- KEYS: slots, the document. ARGV: slot, milliseconds.
local time = redis.call('TIME')
redis.call('ZADD', KEYS[1], 'XX', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
