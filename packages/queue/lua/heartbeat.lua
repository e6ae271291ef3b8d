-- Sends a heartbeat and reads those of the others.
--
-- KEYS: workers, the own heartbeat. ARGV: own id, the heartbeat or nothing, its life in milliseconds, prefix of heartbeats.
-- Returns ids and remaining lives of the others' heartbeats, and how many connections say that they are there.
if ARGV[2] ~= '' then
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
  redis.call('SADD', KEYS[1], ARGV[1])
end
local seen = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  if id ~= ARGV[1] then
    table.insert(seen, id)
    table.insert(seen, redis.call('PTTL', ARGV[4] .. id))
    table.insert(seen, redis.call('PUBSUB', 'NUMSUB', ARGV[4] .. id)[2])
  end
end
return seen
