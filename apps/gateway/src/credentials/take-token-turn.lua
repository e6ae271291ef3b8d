-- KEYS: token, turn, failure. Arguments: owner, lease_ms, refused (the id of a token that is no longer valid, or '').
-- Returns {'token', id, secret}, {'failed', error}, {'turn'} if the caller is to request a token, or {'wait'} if another does.
local args = cjson.decode(ARGV[1])
local id, secret = unpack(redis.call('HMGET', KEYS[1], 'id', 'secret'))
if id and id ~= args.refused then return {'token', id, secret} end
local failure = redis.call('GET', KEYS[3])
if failure then return {'failed', failure} end
if redis.call('SET', KEYS[2], args.owner, 'NX', 'PX', args.lease_ms) then return {'turn'} end
return {'wait'}
