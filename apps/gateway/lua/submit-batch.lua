-- Takes a batch over.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 those of them that are batches, 5 turns of accounts, 6 open batches,
--   7 what inputs take; with an upload: 8 that, 9 uploads, 10 stored bytes. ARGV: 1 account, 2 batch, 3 most that may wait, 4 life (ms),
--   5 first id that may still be there, 6 today, 7 day on which template and rows expire, 8 their bytes, 9 most that inputs may take,
--   10 the upload whose rows it takes over, or '', 11… fields of the batch.
-- Returns 1, or 0 when as many wait as may, or -1 when the upload is not there any more: of several batches one has it, or -2 when inputs
--   take too much.
if redis.call('SCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 0 end
if tally(KEYS[7], ARGV[6]) + ARGV[8] > tonumber(ARGV[9]) then return -2 end
if KEYS[8] then
  if redis.call('HDEL', KEYS[8], 'free') == 0 then return -1 end
  end_upload(ARGV[10], KEYS[8], KEYS[9], KEYS[10])
end
redis.call('SADD', KEYS[4], ARGV[2])
put_in_turn(KEYS[1], KEYS[2], KEYS[3], KEYS[5], KEYS[7], ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[7], ARGV[8], 11)
redis.call('ZADD', KEYS[6], redis.call('TIME')[1], ARGV[1] .. ':' .. ARGV[2])
return 1
