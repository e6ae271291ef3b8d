-- Completes an idempotency record: its result takes the place of its owner, and its bytes are counted for the hour in which it ends.
local function complete(record, bytes, request, place, value, life, hour, size)
  redis.call('HSET', record, 'request', request, 'place', place, 'value', value)
  redis.call('HDEL', record, 'owner')
  redis.call('PEXPIRE', record, life)
  redis.call('HINCRBY', bytes, hour, size)
end
