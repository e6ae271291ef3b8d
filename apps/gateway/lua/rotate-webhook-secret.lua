-- KEYS: webhook. ARGV: sealed new secret, until when the one that it has signs as well, now.
-- Returns whether there was one.
local secret = redis.call('HGET', KEYS[1], 'secret')
if not secret then return 0 end
redis.call('HSET', KEYS[1], 'secret', ARGV[1], 'previous_secret', secret, 'previous_secret_until', ARGV[2], 'updated_at', ARGV[3])
return 1
