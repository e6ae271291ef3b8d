-- Deletes a font and lists its file as unused.
--
-- KEYS: fonts, unused files. Arguments: name.
-- Returns whether the font existed.
local name = cjson.decode(ARGV[1]).name
local before = redis.call('HGET', KEYS[1], name)
if not before then return 0 end
redis.call('ZADD', KEYS[2], 0, cjson.decode(before).file)
return redis.call('HDEL', KEYS[1], name)
