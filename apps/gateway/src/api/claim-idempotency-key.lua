-- KEYS: record, bytes of the account's records. ARGV: owner, request, lease (ms), current hour, limit of bytes.
-- Returns {} when the claim succeeded, the fields of an existing record, or {'full', hour in which the first records expire}.
local record = redis.call('HGETALL', KEYS[1])
if #record > 0 then return record end
local bytes, first = tally(KEYS[2], ARGV[4])
if bytes >= tonumber(ARGV[5]) then return {'full', first} end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'request', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {}
