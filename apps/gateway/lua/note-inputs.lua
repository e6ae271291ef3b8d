-- Notes files as unclaimed, unless what they are stored for was taken over.
-- KEYS: 1 unclaimed files, 2 the record that takes them over. ARGV: the files.
if redis.call('EXISTS', KEYS[2]) == 1 then return end
local now = redis.call('TIME')[1]
for _, file in ipairs(ARGV) do redis.call('ZADD', KEYS[1], now, file) end
