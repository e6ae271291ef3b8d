-- Creates a job, claims its input, and completes the record of its idempotency key.
-- KEYS: 1 job, 2 the account's jobs, 3 its waiting jobs, 4 turns of accounts, 5 bytes of inputs, 6 unclaimed files; with an idempotency key:
--   7 its record, 8 bytes of the account's records. Arguments: see `Submission`.
-- Returns 1; 0 when the limit of waiting jobs is reached; -2 when the inputs are too large; or the fields of the record that another request
--   with the same key has completed.
local args = cjson.decode(ARGV[1])
if KEYS[7] and redis.call('HEXISTS', KEYS[7], 'place') == 1 then return redis.call('HGETALL', KEYS[7]) end
if redis.call('LLEN', KEYS[3]) >= tonumber(args.most_waiting) then return 0 end
if tally(KEYS[5], args.today) + args.bytes > tonumber(args.most_bytes) then return -2 end
redis.call('RPUSH', KEYS[3], args.id)
put_in_turn(KEYS[1], KEYS[2], KEYS[4], KEYS[5], args)
claim_files(KEYS[6], args.files)
if KEYS[7] then complete(KEYS[7], KEYS[8], args.record) end
return 1
