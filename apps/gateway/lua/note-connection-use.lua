-- KEYS: connection. ARGV: now. A connection deleted meanwhile is not created again.
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[1], 'last_used_at', ARGV[1]) end
