-- Notes a batch, and puts it behind the jobs of its account, which takes its turn among the accounts.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 those of them that are batches, 5 turns of accounts. ARGV: 1 account,
--   2 batch, 3 most that may wait, 4 life (ms), 5 first id that may still be there, 6… fields of the batch.
-- Returns 1, or 0 when as many wait as may.
if redis.call('SCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], unpack(ARGV, 6))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[2])
redis.call('ZREMRANGEBYLEX', KEYS[2], '-', '(' .. ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('SADD', KEYS[4], ARGV[2])
redis.call('ZADD', KEYS[5], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return 1
