-- Ends a job that failed or was cancelled, unless it has ended, has another owner or no longer exists.
-- KEYS: job, bytes of the account's records. Arguments: see `complete`; owner: absent for a cancellation.
-- Returns 1 when the job is ended.
local args = cjson.decode(ARGV[1])
local tool, place, owner = unpack(redis.call('HMGET', KEYS[1], 'tool', 'place', 'owner'))
if not tool or place or args.owner and owner ~= args.owner then return 0 end
complete(KEYS[1], KEYS[2], args)
return 1
