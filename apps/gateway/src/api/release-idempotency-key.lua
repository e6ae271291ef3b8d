-- KEYS: record. Arguments: owner.
if redis.call('HGET', KEYS[1], 'owner') == cjson.decode(ARGV[1]).owner then redis.call('DEL', KEYS[1]) end
