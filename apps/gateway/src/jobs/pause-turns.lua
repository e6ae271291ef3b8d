-- Pauses the turns of an account with waiting jobs.
-- KEYS: turns of accounts. Arguments: account; ms: the duration.
local args = cjson.decode(ARGV[1])
redis.call('ZADD', KEYS[1], 'XX', clock() + args.ms, args.account)
