-- Records a file that no account has claimed yet. A full Redis rejects writes that need memory, unless another write came before.
--
-- KEYS: unclaimed files. ARGV: file.
local args = cjson.decode(ARGV[1])
redis.call('ZREM', KEYS[1], args.file)
redis.call('ZADD', KEYS[1], redis.call('TIME')[1], args.file)
