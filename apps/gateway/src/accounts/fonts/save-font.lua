-- Creates or replaces a font. The replaced file, or the new one if the account has too many fonts, is listed as unused.
--
-- KEYS: fonts, unused files. Arguments: font; most: limit of fonts.
-- Returns the saved font; nothing when there are too many.
local args = cjson.decode(ARGV[1])
local font = args.font
local before = redis.call('HGET', KEYS[1], font.name)
if not before and redis.call('HLEN', KEYS[1]) >= args.most then
  redis.call('ZADD', KEYS[2], 0, font.file)
  return nil
end
if before then
  local replaced = cjson.decode(before)
  font.created_at = replaced.created_at
  redis.call('ZADD', KEYS[2], 0, replaced.file)
end
local saved = cjson.encode(font)
redis.call('HSET', KEYS[1], font.name, saved)
redis.call('ZREM', KEYS[2], font.file)
return saved
