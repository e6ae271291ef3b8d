-- Deletes a font. Its file is unused from then on.
--
-- KEYS: fonts, unused files. ARGV: name.
-- Returns whether there was one of this name.
local before = redis.call('HGET', KEYS[1], ARGV[1])
if not before then return 0 end
redis.call('ZADD', KEYS[2], 0, cjson.decode(before).file)
return redis.call('HDEL', KEYS[1], ARGV[1])
