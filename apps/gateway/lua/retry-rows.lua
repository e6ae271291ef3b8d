-- Does rows of a batch again that have failed. The first ones open the batch again; its archive is forgotten, as it will be made again.
-- KEYS: 1 batch, 2 its rows that are to be done again, 3 its assembly, 4 the account's jobs that wait, 5 those of them that are batches,
--   6 turns of accounts, 7 open batches, 8… jobs of the rows that are looked at. ARGV: 1 account, 2 batch, 3 most that may wait, 4 life (ms),
--   5 now, as text, 6 number of the first of the rows.
-- Returns how many there are, or -1 when as many batches wait as may.
local tool, token, place = unpack(redis.call('HMGET', KEYS[1], 'tool', 'token', 'place'))
if not tool or place == 'cancelled' then return 0 end
local failed = {}
for index = 8, #KEYS do
  if redis.call('HGET', KEYS[index], 'place') == 'failed' then failed[#failed + 1] = index end
end
if #failed == 0 then return 0 end
local is_waiting = redis.call('SISMEMBER', KEYS[5], ARGV[2]) == 1
if not is_waiting and redis.call('SCARD', KEYS[5]) >= tonumber(ARGV[3]) then return -1 end
for _, index in ipairs(failed) do
  redis.call('DEL', KEYS[index])
  redis.call('HSET', KEYS[index], 'tool', tool, 'token', token, 'created', ARGV[5], 'input', '', 'batch', KEYS[1])
  redis.call('PEXPIRE', KEYS[index], ARGV[4])
  redis.call('RPUSH', KEYS[2], ARGV[6] + index - 8)
end
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('HINCRBY', KEYS[1], 'failed', -#failed)
if place then
  redis.call('DEL', KEYS[3])
  reopen_batch(KEYS[1], KEYS[7], ARGV[1], ARGV[2], ARGV[4])
end
local time = redis.call('TIME')
if not is_waiting then
  redis.call('SADD', KEYS[5], ARGV[2])
  redis.call('RPUSH', KEYS[4], ARGV[2])
end
redis.call('ZADD', KEYS[6], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return #failed
