-- Sends a heartbeat. Once per interval, one of the workers also looks for dead ones, whose connection is closed and whose last heartbeat
-- is too old.
--
-- KEYS: workers, this worker's heartbeat, pause between two searches. ARGV: id of this worker, heartbeat (absent: only look), lifeMs of
-- the heartbeat, prefix of the keys of heartbeats, pauseMs, deadAfterMs (absent: do not look).
-- Returns the ids of the dead workers.
local args = cjson.decode(ARGV[1])
if args.heartbeat then
  redis.call('SET', KEYS[2], args.heartbeat, 'PX', args.lifeMs)
  redis.call('SADD', KEYS[1], args.id)
end
local dead = {}
if not args.deadAfterMs or not redis.call('SET', KEYS[3], '', 'PX', args.pauseMs, 'NX') then return dead end
local channels = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do channels[#channels + 1] = args.prefix .. id end
for from = 1, #channels, 1000 do
  local counts = redis.call('PUBSUB', 'NUMSUB', unpack(channels, from, math.min(from + 999, #channels)))
  for index = 1, #counts, 2 do
    local life = counts[index + 1] == 0 and redis.call('PTTL', counts[index])
    if life and life > 0 and args.lifeMs - life >= args.deadAfterMs then
      dead[#dead + 1] = string.sub(counts[index], #args.prefix + 1)
    end
  end
end
return dead
