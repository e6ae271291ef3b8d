-- Saves an upload that has come whole, and counts what it takes in the store.
-- KEYS: 1 upload, 2 uploads, 3 stored bytes, 4 unclaimed files. ARGV: 1 upload, 2 how long a batch can take it over (ms), 3 how long it is
--   kept (ms), 4 today, 5 day on which its parts expire, 6 their bytes, 7 the parts as files, 8… fields of the upload.
-- Returns the stored bytes of the account; nothing when its place is not held any more.
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then return end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('HSET', KEYS[1], unpack(ARGV, 8))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('HINCRBY', KEYS[3], ARGV[5], ARGV[6])
claim_files(KEYS[4], ARGV[7])
return (tally(KEYS[3], ARGV[4]))
