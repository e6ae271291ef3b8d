-- Renews the lease. Takes it again when it has expired and no other request has claimed the key.
-- KEYS: record. ARGV: owner, lease (ms), request.
local owner = redis.call('HGET', KEYS[1], 'owner')
if not owner and redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'request', ARGV[3])
elseif owner ~= ARGV[1] then
  return
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
