-- Claims the next due delivery whose account and origin have room. Each skipped entry corresponds to a running attempt, so the cost does
-- not grow with the number of waiting deliveries.
-- KEYS: running deliveries. Arguments: see `ClaimArguments`.
-- Returns the member of the running deliveries: account, webhook, id, speed and origin; nothing when there is none.
local args = cjson.decode(ARGV[1])
local WORKING, now = KEYS[1], args.now

-- Deliveries of an ended process are due again.
for _, member in ipairs(redis.call('ZRANGE', WORKING, '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)) do
  redis.call('ZREM', WORKING, member)
  local account, name, id = member:match('^(%S+) (%S+) (%S+)')
  queue_delivery(args, account, name, id, now)
end

local of_account, of_origin = {}, {}
for _, member in ipairs(redis.call('ZRANGE', WORKING, 0, -1)) do
  local account, turn, speed = member:match('^(%S+) %S+ %S+ ((%S+) .+)$')
  local one = speed .. ' ' .. account
  of_account[one] = (of_account[one] or 0) + 1
  of_origin[turn] = (of_origin[turn] or 0) + 1
end

local function from_receiver(speed, origin, receiver)
  local account, name = receiver:match('^(%S+) (%S+)$')
  if (of_account[speed.name .. ' ' .. account] or 0) >= speed.of_account then return nil, now end
  local webhook = redis.call('HMGET', webhook_key(args, account, name), 'origin', 'speed')
  if webhook[1] ~= origin or (webhook[2] or 'new') ~= speed.name then
    take_turn(args, account, name)
    return
  end
  local due = due_key(args, account, name)
  local id = redis.call('ZRANGE', due, '-inf', now, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if not id then return nil, first_time(due) end
  redis.call('ZREM', due, id)
  local member = table.concat({account, name, id, speed.name, origin}, ' ')
  redis.call('ZADD', WORKING, args.lease_until, member)
  return member, first_time(due)
end

for _, speed in ipairs(args.speeds) do
  local turns = args.turns .. speed.name
  local taken = take_in_turn(turns, now, function(origin)
    if (of_origin[speed.name .. ' ' .. origin] or 0) >= speed.of_origin then return nil, now end
    local turn = turns .. ':' .. origin
    local item = take_in_turn(turn, now, function(receiver) return from_receiver(speed, origin, receiver) end)
    return item, first_time(turn)
  end)
  if taken then return taken end
end
