-- Counts a use of an authorization code. KEYS: the code. Arguments: kept_ms. Returns its fields with `uses`; none for an unknown code.
-- It is kept after its use, so that a second one is noticed.
if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
redis.call('HINCRBY', KEYS[1], 'uses', 1)
redis.call('PEXPIRE', KEYS[1], cjson.decode(ARGV[1]).kept_ms)
return redis.call('HGETALL', KEYS[1])
