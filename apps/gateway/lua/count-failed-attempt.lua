-- KEYS: counter of the address. ARGV: window (ms). Returns {failures in the window, rest of the window (ms)}.
local failures = redis.call('INCR', KEYS[1])
if failures == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {failures, redis.call('PTTL', KEYS[1])}
