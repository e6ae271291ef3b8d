-- Notes the assembly of a batch as a job, and puts it behind the others of its account, once: unless the batch is over, or has it already. A
-- retry does it for a batch that is over, in place of the assembly that failed.
-- KEYS: 1 batch, 2 the assembly, 3 the account's jobs that wait, 4 turns of accounts, 5 open batches. ARGV: 1 account, 2 job, 3 life (ms), 4 the
--   batch where this is a retry, or '', 5… fields of the job.
local place = redis.call('HGET', KEYS[1], 'place')
if ARGV[4] == '' then
  if place or redis.call('EXISTS', KEYS[2]) == 1 then return end
else
  if place ~= 'done' then return end
  redis.call('DEL', KEYS[2])
  reopen_batch(KEYS[1], KEYS[5], ARGV[1], ARGV[4], ARGV[3])
end
local time = redis.call('TIME')
redis.call('HSET', KEYS[2], unpack(ARGV, 5))
redis.call('PEXPIRE', KEYS[2], ARGV[3])
redis.call('RPUSH', KEYS[3], ARGV[2])
redis.call('ZADD', KEYS[4], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
