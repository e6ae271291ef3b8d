-- Gives up the jobs of a worker that one of them has blocked, before it is killed. Marks that job, so that the next worker ends it with an
-- error, and gives the others back without counting a death of a worker.
--
-- KEYS: active jobs, prioritized jobs, marker of available jobs. ARGV: id of the worker, blocking (id of the job that has blocked it),
-- jobPrefix (prefix of the keys of jobs), deathsPrefix (see `deathsKey`).
local args = cjson.decode(ARGV[1])
for _, id in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local job = args.jobPrefix .. id
  local owner, data, priority = unpack(redis.call('HMGET', job, 'pb', 'data', 'priority'))
  if owner == args.id then
    local origin = cjson.decode(data).origin
    local deaths = origin and args.deathsPrefix .. origin
    if id == args.blocking then
      redis.call('HSET', job, 'blocked', '1')
      if deaths then redis.call('HSET', deaths, 'blocked', id) end
    elseif deaths then
      redis.call('HINCRBY', deaths, id, -1)
    end
    redis.call('DEL', job .. ':lock')
    redis.call('LREM', KEYS[1], 1, id)
    -- BullMQ's score: before all others of the same priority.
    redis.call('ZADD', KEYS[2], priority * 0x100000000, id)
    redis.call('ZADD', KEYS[3], 0, '0')
  end
end
