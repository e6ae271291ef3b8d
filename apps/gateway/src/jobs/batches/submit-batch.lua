-- Creates a batch, claims the files with its template and rows, and completes the record of its idempotency key.
-- KEYS: 1 batch, 2 the account's batches, 3 its waiting jobs, 4 the batches among them, 5 turns of accounts, 6 open batches, 7 bytes of
--   inputs, 8 unclaimed files; with an upload: the upload, uploads, stored bytes; with an idempotency key: its record, bytes of the account's
--   records. Arguments: see `Submission`; priority: rows of batches with a higher one are taken first; `upload`: the upload with the rows, whose parts are not in `files`.
-- Returns 1; 0 when the limit of waiting batches is reached; -1 when the upload no longer exists, because only one batch can use it; -2 when
--   the inputs are too large; or the fields of the record that another request with the same key has completed.
local args = cjson.decode(ARGV[1])
local has_upload = args.upload ~= nil
local first = has_upload and 12 or 9
local record, record_bytes = KEYS[first], KEYS[first + 1]
if record and redis.call('HEXISTS', record, 'place') == 1 then return redis.call('HGETALL', record) end
if redis.call('ZCARD', KEYS[4]) >= tonumber(args.most_waiting) then return 0 end
if tally(KEYS[7], args.today) + args.bytes > tonumber(args.most_bytes) then return -2 end
if has_upload then
  if redis.call('HDEL', KEYS[9], 'free') == 0 then return -1 end
  end_upload(args.upload, KEYS[9], KEYS[10], KEYS[11])
  -- The parts belong to the batch now. `note-inputs.lua` reads this to see that the upload was used.
  redis.call('HSET', KEYS[9], 'batch', args.id)
  redis.call('PEXPIRE', KEYS[9], 86400000)
end
queue_batch(KEYS[3], KEYS[4], args.id, args.priority)
put_in_turn(KEYS[1], KEYS[2], KEYS[5], KEYS[7], args)
redis.call('ZADD', KEYS[6], redis.call('TIME')[1], args.account .. ':' .. args.id)
claim_files(KEYS[8], args.files)
if record then complete(record, record_bytes, args.record) end
return 1
