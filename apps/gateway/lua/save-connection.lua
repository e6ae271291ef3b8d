-- KEYS: connection, slugs. ARGV: slug, provider, label, sealed token, now, limit of connections.
-- Returns {time of creation, last use}; {} when there are too many.
if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) then return {} end
redis.call('HSET', KEYS[1], 'provider', ARGV[2], 'label', ARGV[3], 'secret', ARGV[4], 'updated_at', ARGV[5])
redis.call('HSETNX', KEYS[1], 'created_at', ARGV[5])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
return redis.call('HMGET', KEYS[1], 'created_at', 'last_used_at')
