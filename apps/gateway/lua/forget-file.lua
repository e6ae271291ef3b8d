-- Takes a deleted file out of what its account stores.
-- KEYS: files of its day of expiry, stored bytes. ARGV: file, day.
-- Returns whether it was there: of two that delete it at the same time, one.
local bytes = redis.call('HGET', KEYS[1], ARGV[1])
if not bytes then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('HINCRBY', KEYS[2], ARGV[2], -bytes)
return 1
