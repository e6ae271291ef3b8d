-- KEYS: what has the secret. ARGV: it as read, it to store, both sealed; the field. Returns 0 when it was saved again meanwhile.
if redis.call('HGET', KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[2])
return 1
