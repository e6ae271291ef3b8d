-- Returns a dead worker's jobs to the queue, unless the worker has sent another heartbeat: removes their locks and adds them
-- to the jobs that BullMQ checks next for a lost worker.
--
-- KEYS: heartbeat of the worker, active jobs, jobs that may have stalled, pause between two checks of those.
-- ARGV: id of the worker, lifeMs (remaining life of its heartbeat when it was last read), jobPrefix (prefix of the keys of jobs).
-- Returns the number of jobs.
local args = cjson.decode(ARGV[1])
if redis.call('PTTL', KEYS[1]) > args.lifeMs then return 0 end
local requeued = 0
for _, job in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if redis.call('HGET', args.jobPrefix .. job, 'pb') == args.id then
    redis.call('DEL', args.jobPrefix .. job .. ':lock')
    redis.call('SADD', KEYS[3], job)
    requeued = requeued + 1
  end
end
if requeued > 0 then redis.call('DEL', KEYS[4]) end
return requeued
