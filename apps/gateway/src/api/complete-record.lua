-- `outcome`: request, place, value, life_ms, ends_in (the hour in which the record expires), bytes. See `RecordOutcome`.
-- Completes the record of an idempotency key or a job: replaces its owner with the result, and counts its bytes for the hour in which it
-- expires. Also counts a row for its batch.
local function complete(record, bytes, outcome)
  local place = outcome.place
  redis.call('HSET', record, 'request', outcome.request, 'place', place, 'value', outcome.value)
  redis.call('HDEL', record, 'owner', 'left')
  redis.call('PEXPIRE', record, outcome.life_ms)
  if outcome.bytes ~= 0 then redis.call('HINCRBY', bytes, outcome.ends_in, outcome.bytes) end
  local input, batch = unpack(redis.call('HMGET', record, 'held', 'batch'))
  if input then release_input(record) end
  if not batch then return end
  if redis.call('EXISTS', batch) == 1 then redis.call('HINCRBY', batch, place, 1) end
  -- Remove fields that are no longer needed, because there are many rows and their records live long.
  redis.call('HDEL', record, 'batch', 'token', 'attempts', 'input', 'request')
end
