-- Ends a batch, unless it has ended. Does not create the record of a deleted batch again.
-- KEYS: 1 batch, 2 open batches, 3 the archive's job, 4 the account's waiting jobs, 5 the batches among them. Arguments: id of the batch;
--   place: the outcome; now (ISO 8601); member of the open batches.
-- Returns 1 when the input is kept for a retry, because a row or the archive has failed.
local args = cjson.decode(ARGV[1])
redis.call('ZREM', KEYS[2], args.member)
unqueue_batch(KEYS[4], KEYS[5], args.id)
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSETNX', KEYS[1], 'place', args.place)
redis.call('HSETNX', KEYS[1], 'finished', args.now)
local place, failed = unpack(redis.call('HMGET', KEYS[1], 'place', 'failed'))
local has_failed = tonumber(failed or 0) > 0 or redis.call('HGET', KEYS[3], 'place') == 'failed'
if place == 'done' and has_failed then return 1 end
release_input(KEYS[1])
return 0
