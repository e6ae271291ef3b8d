-- Ends a batch, unless it has ended. Does not create the record of a deleted batch again. A batch that is done has no open rows and no open
-- archive: otherwise it was reopened since the caller has read it.
-- KEYS: 1 batch, 2 open batches, 3 the archive's job, 4 the account's waiting jobs, 5 the batches among them. Arguments: id of the batch;
--   place: the outcome; now (ISO 8601); member of the open batches.
-- Returns 1 when the input is kept: for a retry, because a row or the archive has failed, or because the batch is open.
local args = cjson.decode(ARGV[1])
local is_known, ended, total, done, failed = unpack(redis.call('HMGET', KEYS[1], 'created', 'place', 'total', 'done', 'failed'))
local archive, archive_place = unpack(redis.call('HMGET', KEYS[3], 'tool', 'place'))
local is_open = (done or 0) + (failed or 0) < tonumber(total or 0) or archive and not archive_place
if is_known and not ended and args.place == 'done' and is_open then return 1 end
redis.call('ZREM', KEYS[2], args.member)
unqueue_batch(KEYS[4], KEYS[5], args.id)
if not is_known then return 0 end
redis.call('HSETNX', KEYS[1], 'place', args.place)
redis.call('HSETNX', KEYS[1], 'finished', args.now)
local has_failed = tonumber(failed or 0) > 0 or archive_place == 'failed'
if (ended or args.place) == 'done' and has_failed then return 1 end
release_input(KEYS[1])
return 0
