-- Starts a job that BullMQ has taken in another way than by take.lua and finish.lua, such as after a failure.
--
-- Uses `begin_taken`. KEYS: waiting jobs, pace. ARGV: see `BeginArguments`, with `jobId`.
local args = cjson.decode(ARGV[1])
return begin_taken({redis.call('HGETALL', args.jobPrefix .. args.jobId), args.jobId}, KEYS[1], KEYS[2], args)
