-- Queues failed rows of a block again. The first call reopens the batch, and deletes the record of its archive, which is created again.
-- KEYS: 1 batch, 2 its rows to repeat, 3 the archive's job, 4 the account's waiting jobs, 5 the batches among them, 6 turns of accounts,
--   7 open batches, 8 the block. Arguments: account, batch, most_waiting, life_ms.
-- Returns the number of failed rows, or -1 when the limit of waiting batches is reached.
local args = cjson.decode(ARGV[1])
local tool, place, priority = unpack(redis.call('HMGET', KEYS[1], 'tool', 'place', 'priority'))
if not tool or place == 'cancelled' then return 0 end
local failed, states = {}, redis.call('HGETALL', KEYS[8])
for index = 1, #states, 2 do
  if outcome_of(states[index + 1]) == 'failed' then failed[#failed + 1] = tonumber(states[index]) end
end
if #failed == 0 then return 0 end
local is_waiting = redis.call('ZSCORE', KEYS[5], args.batch)
if not is_waiting and redis.call('ZCARD', KEYS[5]) >= tonumber(args.most_waiting) then return -1 end
table.sort(failed)
for _, row in ipairs(failed) do redis.call('HSET', KEYS[8], row, 'queued') end
redis.call('PEXPIRE', KEYS[8], args.life_ms)
redis.call('RPUSH', KEYS[2], unpack(failed))
redis.call('PEXPIRE', KEYS[2], args.life_ms)
redis.call('HSET', KEYS[1], 'again', '1')
redis.call('HINCRBY', KEYS[1], 'failed', -#failed)
if place then
  redis.call('DEL', KEYS[3])
  reopen_batch(KEYS[1], KEYS[7], args.account, args.batch, args.life_ms)
end
if not is_waiting then queue_batch(KEYS[4], KEYS[5], args.batch, priority or 0) end
queue_turn(KEYS[6], args.account, clock())
return #failed
