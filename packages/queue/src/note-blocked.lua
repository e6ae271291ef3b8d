-- Records that a job has blocked the main thread of a worker, before the worker is killed: no worker runs the job again, and the worker's
-- other jobs count no death.
--
-- KEYS: deaths of the job's workers (see `deathsKey`), the job that has blocked the worker. ARGV: jobId, lifeMs.
local args = cjson.decode(ARGV[1])
redis.call('HSET', KEYS[1], 'blocked', args.jobId)
redis.call('PEXPIRE', KEYS[1], args.lifeMs)
redis.call('SET', KEYS[2], args.jobId, 'PX', args.lifeMs)
