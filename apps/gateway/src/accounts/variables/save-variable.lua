-- Saves a draft, or publishes a new version unless the published one has the same parts. Deletes the oldest versions to make room.
-- Arguments: see `versions.lua`; name, now; bytes of the parts; by: the token as JSON; note; is_draft; most_count, most_bytes (total).
-- ARGV[2] and so on: names and values of the parts, and names in them (`NAMES_IN`).
-- Returns {exceeded limit ('count', 'size' or ''), fields of the version, parts that only the replaced text has}, or a refusal.
local args = cjson.decode(ARGV[1])
local given = {}
for index = 2, #ARGV, 2 do given[ARGV[index]] = ARGV[index + 1] end
local key = args.is_draft and draft or published
local refused = refusal(args, (args.is_draft or args.is_new) and newest() or published)
if refused then return refused end
local replaced = args.is_draft and newest() or published
local dropped_parts = { version_of(replaced) }
for _, part in ipairs(OPTIONAL) do
  local size = redis.call('HSTRLEN', replaced, part)
  if size > 0 and not given[part] then
    local names_in = NAMES_IN[part] and redis.call('HGET', replaced, NAMES_IN[part]) or ''
    table.insert(dropped_parts, { part, size, names_in })
  end
end
local is_known = redis.call('EXISTS', key) == 1 and has_parts(key, function(name) return given[name] or false end)
if is_known and not args.is_draft then
  redis.call('HSET', key, 'updated_at', args.now, 'tag', args.tag)
  return {'', about(key), dropped_parts}
end
if not is_known then
  local count, total = 0, args.bytes
  local all = redis.call('HGETALL', sizes)
  for index = 1, #all, 2 do
    total = total + all[index + 1]
    if all[index] ~= args.name then count = count + 1 end
  end
  if count + 1 > tonumber(args.most_count) then return {'count'} end
  local excess = total - args.most_bytes - (args.is_draft and bytes_of(draft) or 0)
  local dropped = {}
  for _, member in ipairs(excess > 0 and redis.call('ZRANGE', history, 0, -1) or {}) do
    if excess <= 0 then break end
    table.insert(dropped, member)
    excess = excess - bytes_of(args.version_prefix .. string.gsub(member, '@', ':'))
  end
  -- The version that this one replaces is dropped last.
  local replaces = not args.is_draft and excess > 0 and version_of(published)
  if excess > (replaces and bytes_of(published) or 0) then return {'size'} end
  for _, member in ipairs(dropped) do drop(args, member) end
  local created = redis.call('HGET', published, 'created_at') or redis.call('HGET', draft, 'created_at') or args.now
  local last = last_number(args.name)
  if args.is_draft then
    redis.call('DEL', draft)
    redis.call('HSET', draft, 'version', 'draft', 'created_at', created)
  else
    replace_published(args)
  end
  for name, value in pairs(given) do redis.call('HSET', key, name, value) end
  redis.call('HSET', key, 'bytes', args.bytes)
  if not args.is_draft then publish_next(args, last, created) end
  if replaces then drop(args, args.name .. '@' .. replaces) end
  redis.call('ZADD', names, 0, args.name)
  trim(args)
  count_bytes(args)
end
redis.call('HSET', key, 'by', args.by, 'saved_at', args.now, 'updated_at', args.now, 'tag', args.tag)
if args.note then redis.call('HSET', key, 'note', args.note) else redis.call('HDEL', key, 'note') end
return {'', about(key), dropped_parts}
