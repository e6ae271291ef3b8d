-- Starts a job that a worker has taken from BullMQ: reads its document, makes the worker its owner, and records the file that the worker
-- will store. While documents wait, the time between two starts is the time that all workers together need for one document: their pace.
-- `admit.lua` uses it.
--
-- KEYS: waiting jobs, pace, document, owner, fonts of the account, unclaimed files, deaths of the job's workers (see `deathsKey`).
-- ARGV: see `BeginArguments`.
-- Returns {document or false, milliseconds that the caller still waits, fonts, what earlier attempts have done: see `EarlierAttempts`}.

-- The number of intervals in the average: enough to be stable, few enough to notice a new worker within seconds.
local PACE_SAMPLES = 20

local args = cjson.decode(ARGV[1])

local function note_pace()
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local pace = redis.call('HMGET', KEYS[2], 'priority', 'busy', 'started', 'gap', 'samples')
  local fields = {'priority', math.max(tonumber(pace[1] or 1), args.priority), 'started', now, 'busy', redis.call('EXISTS', KEYS[1])}
  if pace[2] == '1' then
    local samples = math.min((pace[5] or 0) + 1, PACE_SAMPLES)
    local gap = tonumber(pace[4] or 0)
    for _, each in ipairs({'gap', gap + (now - pace[3] - gap) / samples, 'samples', samples}) do table.insert(fields, each) end
  end
  redis.call('HSET', KEYS[2], unpack(fields))
end

-- Counts this attempt as a death until it ends, so that the attempts of all submissions of a job are counted together.
local function note_attempt()
  local earlier = 0
  local known = redis.call('HGETALL', KEYS[7])
  for index = 1, #known, 2 do
    local submission, count = known[index], known[index + 1]
    if submission == 'blocked' then return 'blocked' end
    if submission ~= args.jobId then
      if redis.call('EXISTS', args.ownerPrefix .. submission) == 1 then return 'active' end
      earlier = earlier + count
    end
  end
  redis.call('HSET', KEYS[7], args.jobId, args.deaths + 1)
  redis.call('PEXPIRE', KEYS[7], args.deathsLifeMs)
  return earlier
end

-- Redis without memory refuses a script only if its first write needs memory. Starting jobs is what frees memory.
redis.call('ZREM', KEYS[1], args.jobId)
if args.takesTurns then note_pace() end
local document, life = redis.call('GET', KEYS[3]), redis.call('PTTL', KEYS[3])
if not document or life <= 0 then
  redis.call('UNLINK', KEYS[4])
  return {false, 0, {}, 0}
end
local earlier = 0
if args.hasOrigin then
  earlier = note_attempt()
  if earlier == 'active' then return {document, life, {}, earlier} end
elseif redis.call('HEXISTS', KEYS[7], 'blocked') == 1 then earlier = 'blocked' end
redis.call('SET', KEYS[4], args.owner, 'PX', args.ownerLifeMs)
if args.file then redis.call('ZADD', KEYS[6], redis.call('TIME')[1], args.file) end
return {document, life, redis.call('HVALS', KEYS[5]), earlier}
