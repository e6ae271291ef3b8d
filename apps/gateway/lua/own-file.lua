-- A file becomes an account's: it counts as stored until the day is over on which it expires, is listed under that day, and is no longer
-- one that nobody has claimed. There is no other way to own one: who lists a file has claimed it.
local function own_file(stored, files, unclaimed, day, bytes, id, day_is_over, member)
  redis.call('ZREM', unclaimed, member)
  redis.call('HINCRBY', stored, day, bytes)
  redis.call('HSET', files, id, bytes)
  redis.call('EXPIREAT', files, day_is_over)
end
