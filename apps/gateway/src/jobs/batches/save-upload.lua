-- Saves a complete upload, and counts its size in the store, once.
-- KEYS: 1 upload, 2 uploads, 3 stored bytes, 4 unclaimed files. Arguments: id; life_ms: the time in which a batch can use it; kept_ms; today;
--   expires_on: the day on which its parts expire; bytes: their size; files: the parts as members of the unclaimed files; fields: the fields of
--   its record.
-- Returns the stored bytes of the account; nothing when the upload's slot has expired.
local args = cjson.decode(ARGV[1])
if not redis.call('ZSCORE', KEYS[2], args.id) then return end
local is_new = redis.call('EXISTS', KEYS[1]) == 0
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000) + args.life_ms, args.id)
redis.call('PEXPIRE', KEYS[2], args.kept_ms)
redis.call('HSET', KEYS[1], unpack(args.fields))
redis.call('PEXPIRE', KEYS[1], args.kept_ms)
if is_new then redis.call('HINCRBY', KEYS[3], args.expires_on, args.bytes) end
claim_files(KEYS[4], args.files)
return tally(KEYS[3], args.today)
