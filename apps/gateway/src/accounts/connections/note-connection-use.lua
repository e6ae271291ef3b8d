-- KEYS: connection. Arguments: now. Does not recreate a connection that was deleted meanwhile.
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'last_used_at', cjson.decode(ARGV[1]).now) end
