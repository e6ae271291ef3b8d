-- Reads all versions of a variable without their parts.
-- KEYS: published version, versions. Arguments: prefix of the keys of the other versions; fields.
-- Returns {number of the published version or empty, {values of the fields of each version, bytes}}.
local args = cjson.decode(ARGV[1])
local current = redis.call('HGET', KEYS[1], 'version') or (redis.call('EXISTS', KEYS[1]) == 1 and '1') or ''
local numbers = redis.call('ZRANGE', KEYS[2], 0, -1)
if #numbers == 0 and current ~= '' then numbers = {current} end
local found = {}
for index, number in ipairs(numbers) do
  local key = number == current and KEYS[1] or args.prefix .. number
  found[index] = redis.call('HMGET', key, unpack(args.fields))
  if not found[index][1] then found[index][1] = number end
  table.insert(found[index], redis.call('HSTRLEN', key, 'content'))
end
return {current, found}
