-- Removes a deleted file from its account.
-- KEYS: files of its day of expiry, stored bytes. Arguments: id of the file, day.
-- Returns 1 if the file was listed. Of two concurrent calls, only one returns 1.
local args = cjson.decode(ARGV[1])
local bytes = redis.call('HGET', KEYS[1], args.id)
if not bytes then return 0 end
redis.call('HDEL', KEYS[1], args.id)
redis.call('HINCRBY', KEYS[2], args.day, -bytes)
return 1
