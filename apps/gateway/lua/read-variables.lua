-- Reads contents if they fit. KEYS: variables.
-- ARGV: kind, limit of bytes counting each content as often as it is used, limit of bytes in the reply, then the uses of each.
-- Returns {'read', bytes, contents in the order of the keys}, or {'large' or 'too large', bytes, {}}.
local used, bytes, fitting = 0, 0, {}
for index, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'kind') == ARGV[1] then
    local size = redis.call('HSTRLEN', key, 'content')
    bytes = bytes + size
    used = used + size * ARGV[index + 3]
    fitting[index] = true
  end
end
if used > tonumber(ARGV[2]) then return {'too large', bytes, {}} end
if bytes > tonumber(ARGV[3]) then return {'large', bytes, {}} end
local contents = {}
for index, key in ipairs(KEYS) do
  contents[index] = fitting[index] and redis.call('HGET', key, 'content') or false
end
return {'read', bytes, contents}
