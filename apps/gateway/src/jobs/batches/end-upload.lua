-- Ends an upload that was deleted or used by a batch. Its bytes no longer count.
local function end_upload(id, upload, uploads, stored)
  local bytes, day = unpack(redis.call('HMGET', upload, 'stored', 'day'))
  redis.call('DEL', upload)
  redis.call('ZREM', uploads, id)
  if bytes and redis.call('HEXISTS', stored, day) == 1 then redis.call('HINCRBY', stored, day, -bytes) end
end
