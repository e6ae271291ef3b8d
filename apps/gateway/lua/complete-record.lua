-- Completes the record of an idempotency key or a job: its result takes the place of its owner, and its bytes are counted for the hour in
-- which it ends. Of a row, its batch counts it.
local function complete(record, bytes, request, place, value, life, hour, size)
  redis.call('HSET', record, 'request', request, 'place', place, 'value', value)
  redis.call('HDEL', record, 'owner', 'left')
  redis.call('PEXPIRE', record, life)
  if size ~= '0' then redis.call('HINCRBY', bytes, hour, size) end
  release_input(record)
  local batch = redis.call('HGET', record, 'batch')
  if not batch then return end
  if redis.call('EXISTS', batch) == 1 then redis.call('HINCRBY', batch, place, 1) end
  -- There are many rows, and they are kept for long.
  redis.call('HDEL', record, 'batch', 'token', 'attempts', 'input', 'request')
end
