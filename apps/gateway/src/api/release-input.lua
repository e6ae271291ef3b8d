-- Subtracts the input of a job or a batch from the account's sum, see `put_in_turn`.
local function release_input(record)
  local inputs, day, size = string.match(redis.call('HGET', record, 'held') or '', '^(%S+) (%S+) (%S+)$')
  if not inputs then return end
  redis.call('HDEL', record, 'held')
  if redis.call('HEXISTS', inputs, day) == 1 then redis.call('HINCRBY', inputs, day, -size) end
end
