-- The turns of webhooks with due deliveries. Each speed has its own: `quick`, `slow` (by a webhook's last attempt), `new` (before the
-- first). Per speed a sorted set of origins, by when the first of theirs is due; per speed and origin one of webhooks; per webhook one of deliveries.
local function due_key(accounts, account, name) return accounts .. account .. ':due-deliveries:' .. name end
local function webhook_key(accounts, account, name) return accounts .. account .. ':webhook:' .. name end

-- Puts a webhook in its turn, unless it is there. One that was deleted has none, and nothing of it stays due.
local function take_turn(turns, accounts, account, name, now)
  local due = due_key(accounts, account, name)
  local first = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
  if not first then return end
  local origin, speed = unpack(redis.call('HMGET', webhook_key(accounts, account, name), 'origin', 'speed'))
  if not origin then return redis.call('DEL', due) end
  -- Behind those that wait already, however old its first one is.
  local at = math.max(tonumber(first), tonumber(now))
  local turn = turns .. (speed or 'new')
  redis.call('ZADD', turn .. ':' .. origin, 'LT', at, account .. ' ' .. name)
  redis.call('ZADD', turn, 'LT', at, origin)
end
