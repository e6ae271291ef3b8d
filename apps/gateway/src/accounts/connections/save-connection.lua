-- KEYS: connection, slugs. Arguments: slug, provider, label, url, tables, bucket (JSON), http (JSON), secret (the encrypted token), now, most (limit of connections).
-- Returns {creation time, last use}; {} when there are too many connections.
local args = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('ZCARD', KEYS[2]) >= tonumber(args.most) then return {} end
redis.call('HSET', KEYS[1], 'provider', args.provider, 'label', args.label, 'secret', args.secret, 'updated_at', args.now)
redis.call('HSET', KEYS[1], 'url', args.url, 'tables', args.tables, 'bucket', args.bucket, 'http', args.http)
redis.call('HSETNX', KEYS[1], 'created_at', args.now)
redis.call('ZADD', KEYS[2], 0, args.slug)
return redis.call('HMGET', KEYS[1], 'created_at', 'last_used_at')
