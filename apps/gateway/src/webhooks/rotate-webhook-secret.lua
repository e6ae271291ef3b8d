-- KEYS: webhook. Arguments: secret: the encrypted new secret; previous_until: the time until which the previous one also signs; now (ISO 8601).
local args = cjson.decode(ARGV[1])
local previous = redis.call('HGET', KEYS[1], 'secret')
if not previous then return end
redis.call(
  'HSET', KEYS[1], 'secret', args.secret, 'previous_secret', previous, 'previous_secret_until', args.previous_until, 'updated_at', args.now
)
