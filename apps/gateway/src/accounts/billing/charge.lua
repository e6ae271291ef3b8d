-- Runs a charge once per charge id, atomically: counts the actions and the stored bytes, releases the hold, completes the
-- idempotency record if there is one, and deletes charge ids whose reply was read. Charges nothing if the record is already
-- complete (another request with the same key did the work) or has another owner (another gateway has the job).
-- A full Redis refuses the first write that needs memory, unless an earlier write needed none: hence ZREM and DEL come first.
-- KEYS: 1 usage of the account, 2 usage of the service, 3 charge id, 4 holds; with a stored file: stored bytes, files of the account that
--   expire on a day, unclaimed files; with a record: the record, bytes of the account's records; then charge ids to delete.
--   Redis refuses the script for any key that its user may not access, even if the key does not exist.
-- Uses `count` of usage.lua. Arguments: see `ChargeArguments`.
-- Returns {'charged', stored bytes of the account if a file was stored}, {'again'}, or {'done', fields of the record}.
local args = cjson.decode(ARGV[1])
if redis.call('EXISTS', KEYS[3]) == 1 then return {'again'} end
local has_file, has_record, first_known = args.file ~= nil, args.record ~= nil, 5
local stored, files, unclaimed, record, bytes
if has_file then
  stored, files, unclaimed, first_known = KEYS[5], KEYS[6], KEYS[7], 8
end
if has_record then
  record, bytes, first_known = KEYS[first_known], KEYS[first_known + 1], first_known + 2
  local is_complete = redis.call('HEXISTS', record, 'place') == 1
  local is_others = args.record.owner and redis.call('HGET', record, 'owner') ~= args.record.owner
  if is_complete or is_others then return {'done', redis.call('HGETALL', record)} end
end
-- If a key is not a hash, the script fails here, before any write.
for _, key in pairs({KEYS[1], KEYS[2], stored, files, bytes}) do redis.call('HLEN', key) end
redis.call('ZREM', KEYS[4], args.hold)
for index = first_known, #KEYS do redis.call('DEL', KEYS[index]) end
redis.call('SET', KEYS[3], '', 'PX', args.remember_ms)
if has_record then complete(record, bytes, args.record) end
for tool, actions in pairs(args.tools) do
  count(KEYS[1], actions, args.day, tool, args.token)
  count(KEYS[2], actions, args.day, tool, '')
end
redis.call('HINCRBY', KEYS[1], 'month:' .. args.month .. ':actions', args.actions)
if not has_file then return {'charged'} end
own_file(stored, files, unclaimed, args.file)
return {'charged', tally(stored, args.day)}
