-- Notes a batch, and puts it behind the jobs of its account, which takes its turn among the accounts.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 those of them that are batches, 5 turns of accounts; with an upload:
--   6 that, 7 uploads, 8 stored bytes. ARGV: 1 account, 2 batch, 3 most that may wait, 4 life (ms), 5 first id that may still be there,
--   6 the upload whose rows it takes over, or '', 7… fields of the batch.
-- Returns 1, or 0 when as many wait as may, or -1 when the upload is not there any more: of several batches one has it.
if redis.call('SCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 0 end
if KEYS[6] then
  if redis.call('HDEL', KEYS[6], 'free') == 0 then return -1 end
  end_upload(ARGV[6], KEYS[6], KEYS[7], KEYS[8])
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], unpack(ARGV, 7))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[2], '-', '(' .. ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('SADD', KEYS[4], ARGV[2])
redis.call('ZADD', KEYS[5], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return 1
