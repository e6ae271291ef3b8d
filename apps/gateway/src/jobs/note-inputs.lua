-- Lists files as unclaimed, unless the record that claims them exists.
-- KEYS: 1 unclaimed files, 2 the record that claims them. Arguments: files.
if redis.call('EXISTS', KEYS[2]) == 1 then return end
local now = redis.call('TIME')[1]
for _, file in ipairs(cjson.decode(ARGV[1]).files) do redis.call('ZADD', KEYS[1], now, file) end
