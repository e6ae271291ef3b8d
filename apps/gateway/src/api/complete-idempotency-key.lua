-- KEYS: record, bytes of the account's records. Arguments: see `complete`.
-- Returns {} when the record is completed, or the fields of the record that another request with the same key has completed.
local args = cjson.decode(ARGV[1])
if redis.call('HEXISTS', KEYS[1], 'place') == 1 then return redis.call('HGETALL', KEYS[1]) end
complete(KEYS[1], KEYS[2], args)
return {}
