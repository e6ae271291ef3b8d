-- Renews the lease. Takes it again when it has expired and no other request has claimed the key.
-- KEYS: record. Arguments: owner, lease_ms, request.
local args = cjson.decode(ARGV[1])
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner and redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'owner', args.owner, 'request', args.request)
elseif owner ~= args.owner then
  return
end
redis.call('PEXPIRE', KEYS[1], args.lease_ms)
