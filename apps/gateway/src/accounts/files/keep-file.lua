-- Completes the record of an uncharged job and counts its file for the account, atomically. Counts nothing if the record is already
-- complete or has another owner: another process has the job.
-- KEYS: 1 record, 2 bytes of the account's records, 3 stored bytes, 4 files of the account that expire on a day, 5 unclaimed
--   files. Arguments: today, file, record (with its owner).
-- Returns the stored bytes of the account, or nothing.
local args = cjson.decode(ARGV[1])
if redis.call('HEXISTS', KEYS[1], 'place') == 1 or redis.call('HGET', KEYS[1], 'owner') ~= args.record.owner then return end
complete(KEYS[1], KEYS[2], args.record)
own_file(KEYS[3], KEYS[4], KEYS[5], args.file, redis.call('HLEN', KEYS[4]) == 0)
return tally(KEYS[3], args.today)
