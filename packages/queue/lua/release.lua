-- Releases a slot and deletes what is left of the job's content.
--
-- KEYS: slots, their bytes, waiting jobs, the account's jobs, the document, its details. ARGV: slot, job, bytes.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 1 then redis.call('DECRBY', KEYS[2], ARGV[3]) end
redis.call('ZREM', KEYS[3], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[2])
redis.call('UNLINK', KEYS[5], KEYS[6])
