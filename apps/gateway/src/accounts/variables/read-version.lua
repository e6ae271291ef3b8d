-- Reads a version if it fits.
-- KEYS: published version, requested version, draft. Arguments: version: a number, `draft`, or empty for the published one; most: limit of
--   bytes in the reply.
-- Returns {'read', bytes, fields, whether it is published, time of the draft}; {'large', bytes}; {'missing', 0, {}, whether there is a
--   published version}.
local args = cjson.decode(ARGV[1])
local current = redis.call('HGET', KEYS[1], 'version') or (redis.call('EXISTS', KEYS[1]) == 1 and '1')
local is_published = args.version == '' or args.version == current
local key = is_published and KEYS[1] or KEYS[2]
if redis.call('EXISTS', key) == 0 then return {'missing', 0, {}, current and 1 or 0} end
local bytes = tonumber(redis.call('HGET', key, 'bytes') or redis.call('HSTRLEN', key, 'content'))
if bytes > args.most then return {'large', bytes} end
return {'read', bytes, redis.call('HGETALL', key), is_published and 1 or 0, redis.call('HGET', KEYS[3], 'saved_at')}
