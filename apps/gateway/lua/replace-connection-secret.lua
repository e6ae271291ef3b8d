-- KEYS: connection. ARGV: sealed token as read, sealed token to store. Returns 0 when it was saved again meanwhile.
if redis.call('HGET', KEYS[1], 'secret') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'secret', ARGV[2])
return 1
