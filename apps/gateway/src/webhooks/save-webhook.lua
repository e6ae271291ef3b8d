-- KEYS: webhook, names. Arguments: name, url, origin, events (JSON), secret (sealed, for a new webhook), updated_at, most webhooks,
--   account, prefixes of the keys of turns and accounts, now in epoch milliseconds.
-- Returns {'created' or 'replaced' or 'too many', time of creation, end of the previous secret}.
local args = cjson.decode(ARGV[1])
local is_new = redis.call('HEXISTS', KEYS[1], 'secret') == 0 -- disabling may run late and leave a hash of a deleted webhook
if is_new and redis.call('ZCARD', KEYS[2]) >= args.most then return {'too many'} end
-- The speed of a different receiver is unknown.
local is_moved = redis.call('HGET', KEYS[1], 'origin') ~= args.origin
if is_moved then redis.call('HDEL', KEYS[1], 'speed') end
redis.call('HSET', KEYS[1], 'url', args.url, 'origin', args.origin, 'events', args.events, 'updated_at', args.updated_at)
redis.call('HDEL', KEYS[1], 'disabled_at')
if is_new then redis.call('HSET', KEYS[1], 'secret', args.secret, 'created_at', args.updated_at) end
redis.call('ZADD', KEYS[2], 0, args.name)
-- Due deliveries move to the turn of the new origin.
if is_moved then take_turn(args, args.account, args.name) end
local kept = redis.call('HMGET', KEYS[1], 'created_at', 'previous_secret_until')
return {is_new and 'created' or 'replaced', kept[1], kept[2]}
