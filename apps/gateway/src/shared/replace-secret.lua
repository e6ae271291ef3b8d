-- KEYS: the hash with the secret. Arguments: field; before: the encrypted secret as read; after: the new one. Returns 0 when the secret has
-- changed meanwhile.
local args = cjson.decode(ARGV[1])
if redis.call('HGET', KEYS[1], args.field) ~= args.before then return 0 end
redis.call('HSET', KEYS[1], args.field, args.after)
return 1
