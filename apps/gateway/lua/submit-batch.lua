-- Takes a batch over: with its template and rows, and under an idempotency key with that key's record.
-- KEYS: 1 batch, 2 the account's batches, 3 its jobs that wait, 4 those of them that are batches, 5 turns of accounts, 6 open batches,
--   7 what inputs take, 8 unclaimed files; with an upload: that, uploads, stored bytes; under an idempotency key: its record, bytes of the
--   account's records. ARGV: 1 account, 2 batch, 3 most that may wait, 4 life (ms), 5 first id that may still be there, 6 today, 7 day on which
--   template and rows expire, 8 their bytes, 9 most that inputs may take, 10 the upload whose rows it takes over, or '', 11 its files but for
--   those of the upload, 12 to 17 what completes the record of the key, see `complete-idempotency-key.lua`, 18… fields of the batch.
-- Returns 1, or 0 when as many wait as may, or -1 when the upload is not there any more: of several batches one has it, or -2 when inputs
--   take too much, or the fields of the record that another request with the same key has completed.
local has_upload = ARGV[10] ~= ''
local first = has_upload and 12 or 9
local record, record_bytes = KEYS[first], KEYS[first + 1]
if record and redis.call('HEXISTS', record, 'place') == 1 then return redis.call('HGETALL', record) end
if redis.call('SCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 0 end
if tally(KEYS[7], ARGV[6]) + ARGV[8] > tonumber(ARGV[9]) then return -2 end
if has_upload then
  if redis.call('HDEL', KEYS[9], 'free') == 0 then return -1 end
  end_upload(ARGV[10], KEYS[9], KEYS[10], KEYS[11])
  -- Its parts are the batch's: for who asks whether it was taken over, see `note-inputs.lua`.
  redis.call('HSET', KEYS[9], 'batch', ARGV[2])
  redis.call('PEXPIRE', KEYS[9], 86400000)
end
redis.call('SADD', KEYS[4], ARGV[2])
put_in_turn(KEYS[1], KEYS[2], KEYS[3], KEYS[5], KEYS[7], ARGV[1], ARGV[2], ARGV[4], ARGV[5], ARGV[7], ARGV[8], 18)
redis.call('ZADD', KEYS[6], redis.call('TIME')[1], ARGV[1] .. ':' .. ARGV[2])
claim_files(KEYS[8], ARGV[11])
if record then complete(record, record_bytes, unpack(ARGV, 12, 17)) end
return 1
