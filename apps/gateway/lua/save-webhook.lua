-- KEYS: webhook, names. ARGV: name, URL, origin, events, sealed secret for a new one, now, limit of webhooks, account, prefix of the
--   keys of turns, … of accounts, now (ms).
-- Returns {'created' or 'replaced' or 'too many', time of creation, end of the previous secret}.
local is_new = redis.call('EXISTS', KEYS[1]) == 0
if is_new and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[7]) then return {'too many'} end
-- How quick another receiver is, is not known.
local is_moved = redis.call('HGET', KEYS[1], 'origin') ~= ARGV[3]
if is_moved then redis.call('HDEL', KEYS[1], 'speed') end
redis.call('HSET', KEYS[1], 'url', ARGV[2], 'origin', ARGV[3], 'events', ARGV[4], 'updated_at', ARGV[6])
redis.call('HDEL', KEYS[1], 'disabled_at')
if is_new then redis.call('HSET', KEYS[1], 'secret', ARGV[5], 'created_at', ARGV[6]) end
redis.call('ZADD', KEYS[2], 0, ARGV[1])
-- What waits for it waits there, and no longer where it was.
if is_moved then take_turn(ARGV[9], ARGV[10], ARGV[8], ARGV[1], ARGV[11]) end
local kept = redis.call('HMGET', KEYS[1], 'created_at', 'previous_secret_until')
return {is_new and 'created' or 'replaced', kept[1], kept[2]}
