-- Takes a job over.
-- KEYS: 1 job, 2 the account's jobs, 3 those that wait, 4 turns of accounts. ARGV: 1 account, 2 job, 3 most that may wait, 4 life (ms),
--   5 first id that may still be there, 6… fields of the job.
-- Returns 1, or 0 when as many wait as may.
if redis.call('LLEN', KEYS[3]) >= tonumber(ARGV[3]) then return 0 end
put_in_turn(KEYS[1], KEYS[2], KEYS[3], KEYS[4], ARGV[1], ARGV[2], ARGV[4], ARGV[5], 6)
return 1
