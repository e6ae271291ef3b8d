-- KEYS: variable, names, sizes. Arguments: name, kind, now, bytes of the content, most_count, most_bytes (total). ARGV[2]: the content.
-- Returns {exceeded limit ('count', 'size' or ''), time of creation}.
local args = cjson.decode(ARGV[1])
local count, total = 0, 0
local sizes = redis.call('HGETALL', KEYS[3])
for index = 1, #sizes, 2 do
  if sizes[index] ~= args.name then count, total = count + 1, total + sizes[index + 1] end
end
if count + 1 > tonumber(args.most_count) then return {'count', ''} end
if total + args.bytes > tonumber(args.most_bytes) then return {'size', ''} end
redis.call('HSET', KEYS[1], 'kind', args.kind, 'content', ARGV[2], 'updated_at', args.now)
redis.call('HSETNX', KEYS[1], 'created_at', args.now)
redis.call('ZADD', KEYS[2], 0, args.name)
redis.call('HSET', KEYS[3], args.name, args.bytes)
return {'', redis.call('HGET', KEYS[1], 'created_at')}
