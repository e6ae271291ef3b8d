-- Saves a font under its name. The file that it replaces, or its own when the account has too many, is unused from then on.
--
-- KEYS: fonts, unused files. ARGV: name, font as JSON, limit of fonts.
-- Returns the font as it is saved; nothing when there are too many.
local before = redis.call('HGET', KEYS[1], ARGV[1])
local font = cjson.decode(ARGV[2])
if not before and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[2], 0, font.file)
  return nil
end
if before then
  local replaced = cjson.decode(before)
  font.created_at = replaced.created_at
  redis.call('ZADD', KEYS[2], 0, replaced.file)
end
local saved = cjson.encode(font)
redis.call('HSET', KEYS[1], ARGV[1], saved)
redis.call('ZREM', KEYS[2], font.file)
return saved
