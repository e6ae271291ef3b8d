-- Runs a charge once, atomically: counts the actions and the stored bytes, releases the hold, completes the record if there is one, and
-- deletes charge ids whose reply was read. A charge is recognized by its id, that of a row by the row's record. Charges nothing if the record
-- is already complete (another request with the same key did the work) or has another owner (another gateway has the job).
-- A full Redis refuses the first write that needs memory, unless an earlier write needed none: hence ZREM and DEL come first.
-- KEYS: 1 usage of the account, 2 usage of the service, 3 charge id, 4 holds; with a stored file: stored bytes, files of the account that
--   expire on a day, unclaimed files; with a record: the record, bytes of the account's records; with a row: its block, its batch, the leases
--   of jobs; then charge ids to delete.
--   Redis refuses the script for any key that its user may not access, even if the key does not exist.
-- Uses `count` of usage.lua and row-record.lua. Arguments: see `ChargeArguments`.
-- Returns {'charged', stored bytes of the account if a file was stored, 1 if the lease of a row was released}, {'again'}, or {'done', fields
--   of the record}.
local args = cjson.decode(ARGV[1])
local has_file, row, first_known, stored, files, unclaimed = args.file ~= nil, args.row, 5, nil, nil, nil
if has_file then
  stored, files, unclaimed, first_known = KEYS[5], KEYS[6], KEYS[7], 8
end
local record, bytes, block, batch, leases
if args.record then
  record, bytes, first_known = KEYS[first_known], KEYS[first_known + 1], first_known + 2
elseif row then
  block, batch, leases, first_known = KEYS[first_known], KEYS[first_known + 1], KEYS[first_known + 2], first_known + 3
end
if row then
  local state = redis.call('HGET', block, row.field)
  if state == row.ended then return {'again'} end
  local _, _, owner = working_row(state)
  if owner ~= row.owner then return {'done', outcome_of(state) and {'place', outcome_of(state)} or {}} end
elseif redis.call('EXISTS', KEYS[3]) == 1 then
  return {'again'}
end
if record then
  local is_complete = redis.call('HEXISTS', record, 'place') == 1
  local is_others = args.record.owner and redis.call('HGET', record, 'owner') ~= args.record.owner
  if is_complete or is_others then return {'done', redis.call('HGETALL', record)} end
end
-- If a key is not a hash, the script fails here, before any write.
for _, key in pairs({KEYS[1], KEYS[2], bytes}) do redis.call('HLEN', key) end
local is_first_file = has_file and redis.call('HLEN', files) == 0
local stored_bytes = has_file and tally(stored, args.day)
local is_known, is_last
if row then is_known, is_last = look_at_batch(batch, row.place) end
if row and not is_last then redis.call('ZREM', leases, row.member) end
if not row or is_last or args.hold ~= '' then redis.call('ZREM', KEYS[4], args.hold) end
if first_known <= #KEYS then redis.call('DEL', unpack(KEYS, first_known)) end
if row then
  redis.call('HSET', block, row.field, row.ended)
  if is_known then redis.call('HINCRBY', batch, row.place, 1) end
else
  redis.call('SET', KEYS[3], '', 'PX', args.remember_ms)
end
if record then complete(record, bytes, args.record) end
for tool, actions in pairs(args.tools) do
  count(KEYS[1], actions, args.day, tool, args.token)
  count(KEYS[2], actions, args.day, tool, '')
end
redis.call('HINCRBY', KEYS[1], 'month:' .. args.month .. ':actions', args.actions)
if has_file then own_file(stored, files, unclaimed, args.file, is_first_file) end
return {'charged', stored_bytes and stored_bytes + args.file.bytes or false, row and not is_last and 1 or 0}
