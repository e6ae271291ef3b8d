-- Assigns a file to an account: it counts as stored until the end of the day of its expiry, is listed under that day and is removed from
-- the unclaimed files. Files must not be listed in any other way, so a listed file is always claimed.
-- `file`: id, bytes, day, day_ends (epoch seconds), member of the unclaimed files. See `OwnedFile`. `is_first`: whether no file is listed
-- under the day yet.
local function own_file(stored, files, unclaimed, file, is_first)
  redis.call('ZREM', unclaimed, file.member)
  redis.call('HINCRBY', stored, file.day, file.bytes)
  redis.call('HSET', files, file.id, file.bytes)
  if is_first then redis.call('EXPIREAT', files, file.day_ends) end
end
