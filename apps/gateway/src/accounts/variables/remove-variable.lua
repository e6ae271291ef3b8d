-- Deletes a variable with its versions and its draft. The number of its last version is kept, so that references to a version never name
-- another one. Arguments: see `versions.lua`; name; most_numbers: limit of kept numbers. Returns whether the variable existed, or a refusal.
local args = cjson.decode(ARGV[1])
local refused = redis.call('EXISTS', newest()) == 1 and refusal(args, newest())
if refused then return refused end
local last = last_number(args.name)
local found = redis.call('EXISTS', published, draft)
for _, version in ipairs(redis.call('ZRANGE', versions, 0, -1)) do
  redis.call('DEL', args.version_prefix .. args.name .. ':' .. version)
  redis.call('ZREM', history, args.name .. '@' .. version)
end
redis.call('DEL', published, draft, versions)
redis.call('ZREM', names, args.name)
redis.call('HDEL', sizes, args.name)
if last ~= '0' then redis.call('HSET', numbers, args.name, last) end
if redis.call('HLEN', numbers) > tonumber(args.most_numbers) then
  -- New variables begin after the largest forgotten number.
  local all, floor = redis.call('HGETALL', numbers), 0
  for index = 1, #all, 2 do
    if not redis.call('ZSCORE', names, all[index]) then
      floor = math.max(floor, all[index + 1])
      redis.call('HDEL', numbers, all[index])
    end
  end
  redis.call('HSET', numbers, '*', string.format('%d', floor))
end
return found > 0 and 1 or 0
