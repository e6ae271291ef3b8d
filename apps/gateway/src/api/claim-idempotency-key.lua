-- KEYS: record, bytes of the account's records. Arguments: owner, request, lease_ms, hour (the current one), max_bytes.
-- Returns {} when the claim succeeded, the fields of an existing record, or {'full', hour in which the first records expire}.
local record = redis.call('HGETALL', KEYS[1])
if #record > 0 then return record end
local args = cjson.decode(ARGV[1])
if tally(KEYS[2], args.hour) >= args.max_bytes then
  local hours = redis.call('HKEYS', KEYS[2])
  table.sort(hours)
  return {'full', hours[1]}
end
redis.call('HSET', KEYS[1], 'owner', args.owner, 'request', args.request)
redis.call('PEXPIRE', KEYS[1], args.lease_ms)
return {}
