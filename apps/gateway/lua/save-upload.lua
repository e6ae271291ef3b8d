-- Saves an upload that has come whole, and counts what it takes in the store.
-- KEYS: 1 upload, 2 uploads, 3 stored bytes. ARGV: 1 upload, 2 life (ms), 3 today, 4 day on which its parts expire, 5 their bytes,
--   6… fields of the upload.
-- Returns the stored bytes of the account; nothing when its place is not held any more.
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 6))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('HINCRBY', KEYS[3], ARGV[4], ARGV[5])
return (tally(KEYS[3], ARGV[3]))
