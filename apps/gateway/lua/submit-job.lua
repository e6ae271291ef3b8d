-- Takes a job over: with its input, and under an idempotency key with that key's record.
-- KEYS: 1 job, 2 the account's jobs, 3 those that wait, 4 turns of accounts, 5 what inputs take, 6 unclaimed files; under an idempotency
--   key: 7 its record, 8 bytes of the account's records. ARGV: 1 account, 2 job, 3 most that may wait, 4 life (ms), 5 first id that may still
--   be there, 6 today, 7 day on which the input expires, 8 its bytes, 9 most that inputs may take, 10 its files, 11 to 16 what completes the
--   record of the key, see `complete-idempotency-key.lua`, 17… fields of the job.
-- Returns 1, or 0 when as many wait as may, or -2 when their inputs take too much, or the fields of the record that another request with
--   the same key has completed.
if KEYS[7] and redis.call('HEXISTS', KEYS[7], 'place') == 1 then return redis.call('HGETALL', KEYS[7]) end
if redis.call('LLEN', KEYS[3]) >= tonumber(ARGV[3]) then return 0 end
if tally(KEYS[5], ARGV[6]) + ARGV[8] > tonumber(ARGV[9]) then return -2 end
put_in_turn(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[7], ARGV[8], 17)
claim_files(KEYS[6], ARGV[10])
if KEYS[7] then complete(KEYS[7], KEYS[8], unpack(ARGV, 11, 16)) end
return 1
