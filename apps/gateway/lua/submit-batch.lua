-- Takes a batch over.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 those of them that are batches, 5 turns of accounts, 6 open batches;
--   with an upload: 7 that, 8 uploads, 9 stored bytes. ARGV: 1 account, 2 batch, 3 most that may wait, 4 life (ms), 5 first id that may still be there,
--   6 the upload whose rows it takes over, or '', 7… fields of the batch.
-- Returns 1, or 0 when as many wait as may, or -1 when the upload is not there any more: of several batches one has it.
if redis.call('SCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 0 end
if KEYS[7] then
  if redis.call('HDEL', KEYS[7], 'free') == 0 then return -1 end
  end_upload(ARGV[6], KEYS[7], KEYS[8], KEYS[9])
end
redis.call('SADD', KEYS[4], ARGV[2])
put_in_turn(KEYS[1], KEYS[2], KEYS[3], KEYS[5], ARGV[1], ARGV[2], ARGV[4], ARGV[5], 7)
redis.call('ZADD', KEYS[6], redis.call('TIME')[1], ARGV[1] .. ':' .. ARGV[2])
return 1
