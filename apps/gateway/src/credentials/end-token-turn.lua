-- KEYS: token, turn, failure. Arguments: owner, ms (for how long the outcome is kept), and id and secret of a token, failure (JSON), or neither.
local args = cjson.decode(ARGV[1])
if args.secret then
  redis.call('HSET', KEYS[1], 'id', args.id, 'secret', args.secret)
  redis.call('PEXPIRE', KEYS[1], args.ms)
  redis.call('DEL', KEYS[3])
elseif args.failure then
  redis.call('SET', KEYS[3], args.failure, 'PX', args.ms)
end
if redis.call('GET', KEYS[2]) == args.owner then redis.call('DEL', KEYS[2]) end
