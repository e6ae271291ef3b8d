-- Charges once per charge id, in one step: counts the actions and the stored bytes, releases the hold, completes the
-- idempotency record if there is one, and deletes charge ids whose reply has been read. If the record is already complete,
-- another request with the same key did the work, or another owner has the job: nothing is charged.
-- Where Redis is full, it refuses the first write that needs memory unless a write that needs none came before it: hence ZREM and DEL first.
-- KEYS: 1 usage of the account, 2 usage of the service, 3 charge id, 4 holds; with a stored file: stored bytes, files of the account that
--   expire on a day, unclaimed files; with a record: that, bytes of the account's records; then charge ids to delete. All are there to be
--   touched: Redis refuses a script for any key that its user has no right to, an empty one, too.
-- ARGV: 1 actions, 2 life of the charge id (ms), 3 hold, 4 tool, 5 day, 6 month, 7 token, 8 day on which the stored file
--   expires or '', 9 its bytes, 10 its id, 11 when that day is over (s), 12 it as an unclaimed file;
--   with a record: 13 request, 14 place, 15 value, 16 life (ms), 17 hour in which it ends, 18 bytes, 19 its owner, when nobody else may
--   complete it.
-- Returns {'charged', stored bytes of the account if a file was stored}, {'again'}, or {'done', fields of the record}.
if redis.call('EXISTS', KEYS[3]) == 1 then return {'again'} end
local has_file, has_record, first_known = ARGV[8] ~= '', ARGV[13] ~= nil, 5
local stored, files, unclaimed, record, bytes
if has_file then
  stored, files, unclaimed, first_known = KEYS[5], KEYS[6], KEYS[7], 8
end
if has_record then
  record, bytes, first_known = KEYS[first_known], KEYS[first_known + 1], first_known + 2
  local is_complete = redis.call('HEXISTS', record, 'place') == 1
  local is_others = ARGV[19] and redis.call('HGET', record, 'owner') ~= ARGV[19]
  if is_complete or is_others then return {'done', redis.call('HGETALL', record)} end
end
-- A key that is no hash ends the script here, with nothing written.
for _, key in pairs({KEYS[1], KEYS[2], stored, files, bytes}) do redis.call('HLEN', key) end
redis.call('ZREM', KEYS[4], ARGV[3])
for index = first_known, #KEYS do redis.call('DEL', KEYS[index]) end
redis.call('SET', KEYS[3], '', 'PX', ARGV[2])
if has_record then complete(record, bytes, unpack(ARGV, 13, 18)) end
local function count(key, scope)
  redis.call('HINCRBY', key, scope .. ':requests', 1)
  redis.call('HINCRBY', key, scope .. ':actions', ARGV[1])
end
for _, scope in ipairs({'total', 'tool:' .. ARGV[4], 'day:' .. ARGV[5]}) do
  count(KEYS[1], scope)
  count(KEYS[2], scope)
end
count(KEYS[1], 'token:' .. ARGV[7])
redis.call('HINCRBY', KEYS[1], 'month:' .. ARGV[6] .. ':actions', ARGV[1])
if not has_file then return {'charged'} end
own_file(stored, files, unclaimed, unpack(ARGV, 8, 12))
return {'charged', (tally(stored, ARGV[5]))}
