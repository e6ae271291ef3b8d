-- Gives a dead worker's jobs back to the queue, unless it has sent a heartbeat after all: without locks, and among those that
-- BullMQ looks at next for jobs that have lost their worker.
--
-- KEYS: the worker's heartbeat, active jobs, jobs that may have stalled, the pause between two looks at those.
-- ARGV: worker, the life that its heartbeat had, prefix of the keys of jobs. Returns how many.
if redis.call('PTTL', KEYS[1]) > tonumber(ARGV[2]) then return 0 end
local requeued = 0
for _, job in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
  if redis.call('HGET', ARGV[3] .. job, 'pb') == ARGV[1] then
    redis.call('DEL', ARGV[3] .. job .. ':lock')
    redis.call('SADD', KEYS[3], job)
    requeued = requeued + 1
  end
end
if requeued > 0 then redis.call('DEL', KEYS[4]) end
return requeued
