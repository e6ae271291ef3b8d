-- Completes the record of a job that is not charged, and counts its file for the account, in one step. If the record is complete already,
-- another has done the job, or it has another owner: nothing is counted.
-- KEYS: 1 record, 2 bytes of the account's records, 3 stored bytes, 4 files of the account that expire on a day, 5 unclaimed
--   files.
-- ARGV: 1 today, 2 day on which the file expires, 3 its bytes, 4 its id, 5 when that day is over (s), 6 it as an unclaimed file;
--   7 request, 8 place, 9 value, 10 life (ms), 11 hour in which it ends, 12 bytes, 13 its owner.
-- Returns the stored bytes of the account, or nothing.
if redis.call('HEXISTS', KEYS[1], 'place') == 1 or redis.call('HGET', KEYS[1], 'owner') ~= ARGV[13] then return end
complete(KEYS[1], KEYS[2], unpack(ARGV, 7, 12))
own_file(KEYS[3], KEYS[4], KEYS[5], unpack(ARGV, 2, 6))
return (tally(KEYS[3], ARGV[1]))
