-- Reads contents if they fit.
-- KEYS: variables. Arguments: kind; room: limit of bytes with each content counted once per use; most: limit of bytes in the reply; uses: the
--   number of uses of each variable.
-- Returns {'read', bytes, contents in the order of the keys}, or {'large' or 'too large', bytes, {}}.
local args = cjson.decode(ARGV[1])
local used, bytes, fitting = 0, 0, {}
for index, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'kind') == args.kind then
    local size = redis.call('HSTRLEN', key, 'content')
    bytes = bytes + size
    used = used + size * args.uses[index]
    fitting[index] = true
  end
end
if used > args.room then return {'too large', bytes, {}} end
if bytes > args.most then return {'large', bytes, {}} end
local contents = {}
for index, key in ipairs(KEYS) do
  contents[index] = fitting[index] and redis.call('HGET', key, 'content') or false
end
return {'read', bytes, contents}
