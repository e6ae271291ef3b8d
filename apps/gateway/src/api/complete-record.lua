-- `outcome`: request, place, value, life_ms, ends_in (the hour in which the record expires), bytes. See `RecordOutcome`.
-- Completes the record of an idempotency key or a job: replaces its owner with the result, and counts its bytes for the hour in which it
-- expires.
local function complete(record, bytes, outcome)
  redis.call('HSET', record, 'request', outcome.request, 'place', outcome.place, 'value', outcome.value)
  redis.call('HDEL', record, 'owner', 'left')
  redis.call('PEXPIRE', record, outcome.life_ms)
  if outcome.bytes ~= 0 then redis.call('HINCRBY', bytes, outcome.ends_in, outcome.bytes) end
  if redis.call('HEXISTS', record, 'held') == 1 then release_input(record) end
end
