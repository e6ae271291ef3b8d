-- Queues failed rows of a batch again. The first call reopens the batch, and deletes the record of its archive, which is created again.
-- KEYS: 1 batch, 2 its rows to repeat, 3 the archive's job, 4 the account's waiting jobs, 5 the batches among them, 6 turns of accounts,
--   7 open batches, 8… jobs of the rows to check. Arguments: account, batch, most_waiting, life_ms, now (ISO 8601), first: the number of the
--   first row.
-- Returns the number of failed rows, or -1 when the limit of waiting batches is reached.
local args = cjson.decode(ARGV[1])
local tool, token, place = unpack(redis.call('HMGET', KEYS[1], 'tool', 'token', 'place'))
if not tool or place == 'cancelled' then return 0 end
local failed = {}
for index = 8, #KEYS do
  if redis.call('HGET', KEYS[index], 'place') == 'failed' then failed[#failed + 1] = index end
end
if #failed == 0 then return 0 end
local is_waiting = redis.call('SISMEMBER', KEYS[5], args.batch) == 1
if not is_waiting and redis.call('SCARD', KEYS[5]) >= tonumber(args.most_waiting) then return -1 end
for _, index in ipairs(failed) do
  redis.call('DEL', KEYS[index])
  redis.call('HSET', KEYS[index], 'tool', tool, 'token', token, 'created', args.now, 'input', '', 'batch', KEYS[1])
  redis.call('PEXPIRE', KEYS[index], args.life_ms)
  redis.call('RPUSH', KEYS[2], args.first + index - 8)
end
redis.call('PEXPIRE', KEYS[2], args.life_ms)
redis.call('HINCRBY', KEYS[1], 'failed', -#failed)
if place then
  redis.call('DEL', KEYS[3])
  reopen_batch(KEYS[1], KEYS[7], args.account, args.batch, args.life_ms)
end
if not is_waiting then
  redis.call('SADD', KEYS[5], args.batch)
  redis.call('RPUSH', KEYS[4], args.batch)
end
queue_turn(KEYS[6], args.account, clock())
return #failed
