-- Reads contents if they fit.
-- KEYS: variables; if some have a version, then the keys of the versions. Arguments: kind; room: limit of bytes with each content counted once
--   per use; most: limit of bytes in the reply; uses: the number of uses of each variable; versions: the version of each variable, empty for
--   the published one; absent if all are published.
-- Returns {'read', bytes, contents in the order of the keys}, or {'large' or 'too large', bytes, {}}.
local args = cjson.decode(ARGV[1])
local used, bytes, keys = 0, 0, {}
for index, uses in ipairs(args.uses) do
  local key = KEYS[index]
  local version = args.versions and args.versions[index] or ''
  if version ~= '' and version ~= (redis.call('HGET', key, 'version') or '1') then key = KEYS[#args.uses + index] end
  if redis.call('HGET', key, 'kind') == args.kind then
    local size = redis.call('HSTRLEN', key, 'content')
    bytes = bytes + size
    used = used + size * uses
    keys[index] = key
  end
end
if used > args.room then return {'too large', bytes, {}} end
if bytes > args.most then return {'large', bytes, {}} end
local contents = {}
for index = 1, #args.uses do
  contents[index] = keys[index] and redis.call('HGET', keys[index], 'content') or false
end
return {'read', bytes, contents}
