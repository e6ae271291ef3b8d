-- KEYS: counter of the address. Arguments: window_ms. Returns {failures in the window, remaining time of the window in ms}.
local failures = redis.call('INCR', KEYS[1])
if failures == 1 then redis.call('PEXPIRE', KEYS[1], cjson.decode(ARGV[1]).window_ms) end
return {failures, redis.call('PTTL', KEYS[1])}
