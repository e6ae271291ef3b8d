-- Stores the tokens of a grant, if a field of a hash has the expected value: of the code, its uses; of the grant, its refresh token.
-- So of two requests at the same time, one gets tokens.
-- KEYS: hash, grant, list of the account's grants, access token, refresh tokens of the grant, API token that approved it.
-- Arguments: field, expected, grant and token (lists of names and values), id, owner, token_ms, grant_ms.
-- Returns 1 if they were stored, 0 if the value is another, -1 if the API token has ended, also with its account.
local given = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[6]) == 0 then return -1 end
if redis.call('HGET', KEYS[1], given.field) ~= given.expected then return 0 end
redis.call('HSET', KEYS[2], unpack(given.grant))
redis.call('PEXPIRE', KEYS[2], given.grant_ms)
redis.call('ZADD', KEYS[3], 0, given.id)
redis.call('HSET', KEYS[4], unpack(given.token))
redis.call('PEXPIRE', KEYS[4], given.token_ms)
redis.call('SET', KEYS[5], given.owner, 'PX', given.grant_ms)
return 1
