-- Publishes a job's outcome if the job is still this attempt's: a worker that was frozen, or cut off, may have lost it to
-- another. One whose lock ran out while nobody took the job has it back.
--
-- KEYS: the job, its lock, the active jobs, its payload, its details.
-- ARGV: job, this worker, the lock's token, its duration, channel, message, details or nothing, their life in milliseconds.
-- Returns 'sent'; 'unheard' when no gateway listened; 'lost' when another worker has the job, or will get it; 'unwanted' when
-- nobody waits for it any more.
local lock = redis.call('GET', KEYS[2])
if not lock and redis.call('HGET', KEYS[1], 'pb') == ARGV[2] and redis.call('LPOS', KEYS[3], ARGV[1]) then
  redis.call('SET', KEYS[2], ARGV[3], 'PX', ARGV[4])
elseif lock ~= ARGV[3] then
  return 'lost'
end
if redis.call('EXISTS', KEYS[4]) == 0 then return 'unwanted' end
if ARGV[7] ~= '' then redis.call('SET', KEYS[5], ARGV[7], 'PX', ARGV[8]) end
return redis.call('PUBLISH', ARGV[5], ARGV[6]) > 0 and 'sent' or 'unheard'
