-- Notes that a worker has no attempt at a job any longer, unless another worker has started one.
--
-- KEYS: owner, deaths of the job's workers (see `deathsKey`). ARGV: owner (id of the worker), jobId, deaths (number of workers that died over
-- this submission; absent: the count stays), deathsLifeMs.
local args = cjson.decode(ARGV[1])
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= args.owner then return end
redis.call('UNLINK', KEYS[1])
if not args.deaths then return end
if args.deaths == 0 then redis.call('HDEL', KEYS[2], args.jobId)
else
  redis.call('HSET', KEYS[2], args.jobId, args.deaths)
  redis.call('PEXPIRE', KEYS[2], args.deathsLifeMs)
end
