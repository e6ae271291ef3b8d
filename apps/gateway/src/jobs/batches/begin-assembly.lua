-- Creates the archive's job of a batch, and appends it to the account's waiting jobs. Does nothing if the batch has ended, has the job or has
-- open rows. A retry replaces the failed job of a batch that has ended.
-- KEYS: 1 batch, 2 the archive's job, 3 the account's waiting jobs, 4 turns of accounts, 5 open batches. Arguments: account; job; life_ms;
--   retried: the batch, for a retry; fields: the fields of the job.
local args = cjson.decode(ARGV[1])
local place, total, done, failed = unpack(redis.call('HMGET', KEYS[1], 'place', 'total', 'done', 'failed'))
if not args.retried then
  local has_open_rows = not total or (done or 0) + (failed or 0) < tonumber(total)
  if place or has_open_rows or redis.call('EXISTS', KEYS[2]) == 1 then return end
else
  if place ~= 'done' then return end
  redis.call('DEL', KEYS[2])
  reopen_batch(KEYS[1], KEYS[5], args.account, args.retried, args.life_ms)
end
redis.call('HSET', KEYS[2], unpack(args.fields))
redis.call('PEXPIRE', KEYS[2], args.life_ms)
redis.call('RPUSH', KEYS[3], args.job)
queue_turn(KEYS[4], args.account, clock())
