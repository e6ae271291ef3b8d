-- The batches of an account with waiting rows: a sorted set, first by priority, then by submission, as ids sort by creation. In the list of
-- the account's waiting jobs all of them are one entry.
local BATCHES = 'batches'

local function queue_batch(waiting, batches, id, priority)
  if redis.call('EXISTS', batches) == 0 then redis.call('RPUSH', waiting, BATCHES) end
  redis.call('ZADD', batches, -priority, id)
end

local function unqueue_batch(waiting, batches, id)
  if redis.call('ZREM', batches, id) == 0 then return end
  if redis.call('EXISTS', batches) == 0 then redis.call('LREM', waiting, 1, BATCHES) end
end
