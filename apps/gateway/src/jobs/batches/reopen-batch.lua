-- Reopens a batch that has ended. Its next end sends another webhook event.
local function reopen_batch(batch, open, account, id, life)
  redis.call('HDEL', batch, 'place', 'finished')
  redis.call('HINCRBY', batch, 'retries', 1)
  redis.call('PEXPIRE', batch, life)
  redis.call('ZADD', open, redis.call('TIME')[1], account .. ':' .. id)
end
