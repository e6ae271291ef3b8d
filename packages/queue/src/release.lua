-- Releases a slot and deletes the content of its job.
--
-- KEYS: slots, their bytes, waiting jobs, the account's jobs, document, details. ARGV: slot, jobId, bytes.
local args = cjson.decode(ARGV[1])
if redis.call('ZREM', KEYS[1], args.slot) == 1 then redis.call('DECRBY', KEYS[2], args.bytes) end
redis.call('ZREM', KEYS[3], args.jobId)
redis.call('ZREM', KEYS[4], args.jobId)
redis.call('UNLINK', KEYS[5], KEYS[6])
