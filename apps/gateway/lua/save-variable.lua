-- KEYS: variable, names, sizes. ARGV: name, kind, content, now, size, limit of variables, limit of their bytes together.
-- Returns {exceeded limit ('count', 'size' or ''), time of creation}.
local count, total = 0, 0
local sizes = redis.call('HGETALL', KEYS[3])
for index = 1, #sizes, 2 do
  if sizes[index] ~= ARGV[1] then count, total = count + 1, total + sizes[index + 1] end
end
if count + 1 > tonumber(ARGV[6]) then return {'count', ''} end
if total + ARGV[5] > tonumber(ARGV[7]) then return {'size', ''} end
redis.call('HSET', KEYS[1], 'kind', ARGV[2], 'content', ARGV[3], 'updated_at', ARGV[4])
redis.call('HSETNX', KEYS[1], 'created_at', ARGV[4])
redis.call('ZADD', KEYS[2], 0, ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], ARGV[5])
return {'', redis.call('HGET', KEYS[1], 'created_at')}
