-- Notes a batch, and puts it behind the jobs of its account, which takes its turn among the accounts.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 turns of accounts. ARGV: 1 account, 2 batch, 3 life (ms), 4 first id that
--   may still be there, 5… fields of the batch.
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], unpack(ARGV, 5))
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], 0, ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[2], '-', '(' .. ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('ZADD', KEYS[4], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
