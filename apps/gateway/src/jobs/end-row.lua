-- Ends a row that failed or was cancelled, unless it has ended or has another owner.
-- KEYS: 1 the row's block, 2 batch. Arguments: row: its field; place: the outcome; value; owner: absent for a cancellation.
-- Returns 1 when the row is ended.
local args = cjson.decode(ARGV[1])
local state = redis.call('HGET', KEYS[1], args.row)
if not state or outcome_of(state) then return 0 end
local _, _, owner = working_row(state)
if args.owner and owner ~= args.owner then return 0 end
redis.call('HSET', KEYS[1], args.row, args.place .. ' ' .. args.value)
if look_at_batch(KEYS[2], args.place) then redis.call('HINCRBY', KEYS[2], args.place, 1) end
return 1
