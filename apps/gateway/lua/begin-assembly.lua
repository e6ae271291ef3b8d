-- Notes the assembly of a batch as a job, and puts it behind the others of its account, once: unless the batch is over, or has it already.
-- KEYS: 1 batch, 2 the assembly, 3 the account's jobs that wait, 4 turns of accounts. ARGV: 1 account, 2 job, 3 life (ms), 4… fields of
--   the job.
if redis.call('HEXISTS', KEYS[1], 'place') == 1 or redis.call('EXISTS', KEYS[2]) == 1 then return end
local time = redis.call('TIME')
redis.call('HSET', KEYS[2], unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('ZADD', KEYS[4], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
