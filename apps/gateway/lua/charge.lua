-- Charges once per charge id, in one step: counts the actions and the stored bytes, releases the hold, completes the
-- idempotency record if there is one, and deletes charge ids whose reply has been read. If the record is already complete,
-- another request with the same key did the work, or another owner has the job: nothing is charged.
-- Where Redis is full, it refuses the first write that needs memory unless a write that needs none came before it: hence ZREM and DEL first.
-- KEYS: 1 usage of the account, 2 usage of the service, 3 charge id, 4 holds, 5 stored bytes, 6 idempotency record, 7 bytes of
--   the account's records, 8 files of the account that expire on a day, 9 unclaimed files, 10… charge ids to delete.
-- ARGV: 1 actions, 2 life of the charge id (ms), 3 hold, 4 tool, 5 day, 6 month, 7 token, 8 day on which the stored file
--   expires or '', 9 its bytes, 10 its id, 11 when that day is over (s), 12 it as an unclaimed file;
--   with a record: 13 request, 14 place, 15 value, 16 life (ms), 17 hour in which it ends, 18 bytes, 19 its owner, when nobody else may
--   complete it.
-- Returns {'charged', stored bytes of the account if a file was stored}, {'again'}, or {'done', fields of the record}.
if redis.call('EXISTS', KEYS[3]) == 1 then return {'again'} end
if ARGV[13] then
  local is_complete = redis.call('HEXISTS', KEYS[6], 'place') == 1
  local is_others = ARGV[19] and redis.call('HGET', KEYS[6], 'owner') ~= ARGV[19]
  if is_complete or is_others then return {'done', redis.call('HGETALL', KEYS[6])} end
end
-- A key that is no hash ends the script here, with nothing written.
for _, key in ipairs({KEYS[1], KEYS[2], KEYS[5], KEYS[7], KEYS[8]}) do redis.call('HLEN', key) end
redis.call('ZREM', KEYS[4], ARGV[3])
for index = 10, #KEYS do redis.call('DEL', KEYS[index]) end
redis.call('SET', KEYS[3], '', 'PX', ARGV[2])
if ARGV[13] then complete(KEYS[6], KEYS[7], unpack(ARGV, 13, 18)) end
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
if ARGV[8] == '' then return {'charged'} end
own_file(KEYS[5], KEYS[8], KEYS[9], unpack(ARGV, 8, 12))
return {'charged', (tally(KEYS[5], ARGV[5]))}
