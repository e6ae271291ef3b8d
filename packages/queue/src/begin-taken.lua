-- Notes that a worker has a job that gateways submit several times, see `deathsKey`. Returns what its earlier submissions have done:
-- 'blocked' when one has blocked a worker; 'active' when a worker still has one; otherwise the number of workers that died.
local function note_submission(args, id, origin, deaths)
  local key, earlier = args.deathsPrefix .. origin, 0
  local known = redis.call('HGETALL', key)
  for index = 1, #known, 2 do
    local submission, count = known[index], known[index + 1]
    if submission == 'blocked' then return 'blocked' end
    if submission ~= id then
      if redis.call('EXISTS', args.jobPrefix .. submission .. ':lock') == 1 then return 'active' end
      earlier = earlier + count
    end
  end
  redis.call('HSET', key, id, deaths + 1)
  redis.call('PEXPIRE', key, args.deathsLifeMs)
  return earlier
end

-- Starts the job that BullMQ has taken for a worker, if any: reads its document, and records the file that the worker will store.
--
-- `taken`: BullMQ's answer. `args`: see `BeginArguments`.
-- Returns {document or false, milliseconds that the caller still waits, fonts, what `note_submission` returns}; nothing if BullMQ has taken
-- no job.
local function begin_taken(taken, waiting, pace, args)
  if type(taken) ~= 'table' or type(taken[1]) ~= 'table' then return {} end
  local fields, id = taken[1], taken[2]
  local job = {}
  for index = 1, #fields, 2 do job[fields[index]] = fields[index + 1] end
  if not job.data then return {} end -- the job's record is gone, so is its caller
  local data = cjson.decode(job.data)
  if args.takesTurns then begin(waiting, pace, id, tonumber(job.priority)) end
  local earlier = job.blocked and 'blocked' or 0
  if data.origin and earlier == 0 then earlier = note_submission(args, id, data.origin, job.stc or 0) end
  -- Older gateways claim no files.
  if args.file and data.protocol then
    redis.call('ZADD', args.unclaimed, redis.call('TIME')[1], data.accountId .. ':' .. args.file)
  end
  local payload = args.payloadPrefix .. id
  local fonts = args.fonts[1] .. data.accountId .. args.fonts[2]
  return {redis.call('GET', payload), redis.call('PTTL', payload), redis.call('HVALS', fonts), earlier}
end

-- Removes BullMQ's marker of available jobs if BullMQ has taken the last one: every idle worker would wake up and find nothing.
-- Returns 1 if no job waits.
local function remove_marker(taken, wait, prioritized, delayed, marker)
  if type(taken) ~= 'table' or type(taken[1]) ~= 'table' then return 0 end
  if redis.call('ZCARD', prioritized) > 0 or redis.call('LLEN', wait) + redis.call('ZCARD', delayed) > 0 then return 0 end
  redis.call('ZREM', marker, '0')
  return 1
end
