-- Gives back the jobs that a worker has taken without knowing it: the connection broke before the answer, and repeated the script, which
-- took another job. No one would renew their locks, and they would wait until these end.
--
-- KEYS: active jobs, prioritized jobs, marker of available jobs. ARGV: jobPrefix (prefix of the keys of jobs), kept (id of the job that
-- the worker knows, if any). Raw: BullMQ's options of the script that was repeated, with the token.
local args, token = cjson.decode(ARGV[1]), cmsgpack.unpack(ARGV[2]).token
for _, job in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local lock = args.jobPrefix .. job .. ':lock'
  if job ~= args.kept and redis.call('GET', lock) == token then
    redis.call('DEL', lock)
    redis.call('LREM', KEYS[1], 1, job)
    -- BullMQ's score: before all others of the same priority.
    redis.call('ZADD', KEYS[2], redis.call('HGET', args.jobPrefix .. job, 'priority') * 0x100000000, job)
    redis.call('ZADD', KEYS[3], 0, '0')
  end
end
