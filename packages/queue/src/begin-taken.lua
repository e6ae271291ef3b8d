-- Starts the job that BullMQ has taken for a worker, if any: reads its document, and records the file that the worker will store.
--
-- `taken`: BullMQ's answer. `args`: see `BeginArguments`.
-- Returns {document or false, milliseconds that the caller still waits, fonts}; nothing if BullMQ has taken no job.
local function begin_taken(taken, waiting, pace, args)
  if type(taken) ~= 'table' or type(taken[1]) ~= 'table' then return {} end
  local fields, id = taken[1], taken[2]
  local priority, data
  for index = 1, #fields, 2 do
    if fields[index] == 'priority' then priority = tonumber(fields[index + 1]) end
    if fields[index] == 'data' then data = cjson.decode(fields[index + 1]) end
  end
  if not data then return {} end -- the job's record is gone, so is its caller
  if args.takesTurns then begin(waiting, pace, id, priority) end
  -- Older gateways claim no files.
  if args.file and data.protocol then
    redis.call('ZADD', args.unclaimed, redis.call('TIME')[1], data.accountId .. ':' .. args.file)
  end
  local payload = args.payloadPrefix .. id
  local fonts = args.fonts[1] .. data.accountId .. args.fonts[2]
  return {redis.call('GET', payload), redis.call('PTTL', payload), redis.call('HVALS', fonts)}
end

-- Removes BullMQ's marker of available jobs if BullMQ has taken the last one: every idle worker would wake up and find nothing.
-- Returns 1 if no job waits.
local function remove_marker(taken, wait, prioritized, delayed, marker)
  if type(taken) ~= 'table' or type(taken[1]) ~= 'table' then return 0 end
  if redis.call('ZCARD', prioritized) > 0 or redis.call('LLEN', wait) + redis.call('ZCARD', delayed) > 0 then return 0 end
  redis.call('ZREM', marker, '0')
  return 1
end
