-- Completes the record of an uncharged job and counts its files for the account, atomically. Counts nothing if the record is already
-- complete or has another owner: another process has the job.
-- KEYS: 1 record, 2 bytes of the account's records, 3 stored bytes, 4 unclaimed files, 5… for each file, the files of the account that expire
--   on its day. Arguments: today, files, record (with its owner).
-- Returns the stored bytes of the account, or nothing.
local args = cjson.decode(ARGV[1])
if redis.call('HEXISTS', KEYS[1], 'place') == 1 or redis.call('HGET', KEYS[1], 'owner') ~= args.record.owner then return end
complete(KEYS[1], KEYS[2], args.record)
for index, file in ipairs(args.files) do
  local list = KEYS[4 + index]
  own_file(KEYS[3], list, KEYS[4], file, redis.call('HLEN', list) == 0)
end
return tally(KEYS[3], args.today)
