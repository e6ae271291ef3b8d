-- The turns of webhooks with due deliveries. Each speed has separate turns: `quick`, `slow` (the webhook's last attempt) and `new` (before
-- the first). Each speed has a sorted set of origins by the time of their first due delivery; each speed and origin one of webhooks; each
-- webhook one of deliveries. `args`: see `TurnArguments`.
local function due_key(args, account, name) return args.accounts .. account .. ':due-deliveries:' .. name end
local function webhook_key(args, account, name) return args.accounts .. account .. ':webhook:' .. name end

-- Returns the time of the first member of a sorted set; nothing when it is empty.
local function first_time(key) return tonumber(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2]) end

-- Queues a webhook for its turn, unless it is queued already. Removes the due deliveries of a deleted webhook.
local function take_turn(args, account, name)
  local due = due_key(args, account, name)
  local first = first_time(due)
  if not first then return end
  local origin, speed = unpack(redis.call('HMGET', webhook_key(args, account, name), 'origin', 'speed'))
  if not origin then return redis.call('DEL', due) end
  -- Behind all waiting ones, even if its first delivery is older.
  local at = math.max(first, args.now)
  local turn = args.turns .. (speed or 'new')
  queue_turn(turn .. ':' .. origin, account .. ' ' .. name, at)
  queue_turn(turn, origin, at)
end

-- Queues a delivery for a time.
local function queue_delivery(args, account, name, id, at)
  redis.call('ZADD', due_key(args, account, name), at, id)
  take_turn(args, account, name)
end
