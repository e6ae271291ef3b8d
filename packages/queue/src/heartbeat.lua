-- Sends a heartbeat and reads those of the other workers.
--
-- KEYS: workers, this worker's heartbeat.
-- ARGV: id of this worker, heartbeat (absent: only read), lifeMs of the heartbeat, prefix of the keys of heartbeats.
-- Returns for each other worker: id, remaining life of its heartbeat in milliseconds, number of connections that show its presence.
local args = cjson.decode(ARGV[1])
if args.heartbeat then
  redis.call('SET', KEYS[2], args.heartbeat, 'PX', args.lifeMs)
  redis.call('SADD', KEYS[1], args.id)
end
local seen = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if id ~= args.id then
    table.insert(seen, id)
    table.insert(seen, redis.call('PTTL', args.prefix .. id))
    table.insert(seen, redis.call('PUBSUB', 'NUMSUB', args.prefix .. id)[2])
  end
end
return seen
