-- Takes the next due delivery whose account and origin have room. Each step past what has no room is paid for by one that is at work, so the
-- cost does not grow with what waits.
-- KEYS: 1 deliveries at work. ARGV: 1 prefix of the keys of turns, 2 … of accounts, 3 now, 4 end of the lease, 5… by threes: a speed that the
--   process has room for, most of its receivers at a time at an origin, and of an account.
-- Returns {account, webhook, id, speed, member of those at work}; {} when there is none.
local WORKING, TURNS, ACCOUNTS, NOW = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local AT_A_TIME = 20

-- What a process that ended has left is due again.
for _, member in ipairs(redis.call('ZRANGE', WORKING, '-inf', NOW, 'BYSCORE', 'LIMIT', 0, 100)) do
  redis.call('ZREM', WORKING, member)
  local account, name, id = member:match('^(%S+) (%S+) (%S+)')
  redis.call('ZADD', due_key(ACCOUNTS, account, name), NOW, id)
  take_turn(TURNS, ACCOUNTS, account, name, NOW)
end

local of_account, of_origin = {}, {}
for _, member in ipairs(redis.call('ZRANGE', WORKING, 0, -1)) do
  local account, turn, speed = member:match('^(%S+) %S+ %S+ ((%S+) .+)$')
  local one = speed .. ' ' .. account
  of_account[one] = (of_account[one] or 0) + 1
  of_origin[turn] = (of_origin[turn] or 0) + 1
end

-- Of a sorted set what is due, past those that `take` leaves where they are. Returns what `take` returns.
local function first_of(key, take)
  local passed = 0
  while true do
    local found = redis.call('ZRANGE', key, '-inf', NOW, 'BYSCORE', 'LIMIT', passed, AT_A_TIME)
    for _, each in ipairs(found) do
      local taken = take(each)
      if taken then return taken end
      if redis.call('ZSCORE', key, each) then passed = passed + 1 end
    end
    if #found < AT_A_TIME then return end
  end
end

-- Puts a member behind all that are due, or takes it away when nothing more of it is to come.
local function put_behind(key, member, first)
  if first then redis.call('ZADD', key, math.max(tonumber(first), NOW), member) else redis.call('ZREM', key, member) end
end
local function first_score(key) return redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] end

local function from_receiver(speed, origin, receiver, most)
  local account, name = receiver:match('^(%S+) (%S+)$')
  if (of_account[speed .. ' ' .. account] or 0) >= most then return end
  local turn = TURNS .. speed .. ':' .. origin
  local webhook = redis.call('HMGET', webhook_key(ACCOUNTS, account, name), 'origin', 'speed')
  if webhook[1] ~= origin or (webhook[2] or 'new') ~= speed then
    redis.call('ZREM', turn, receiver)
    take_turn(TURNS, ACCOUNTS, account, name, NOW)
    return
  end
  local due = due_key(ACCOUNTS, account, name)
  local id = redis.call('ZRANGE', due, '-inf', NOW, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if id then redis.call('ZREM', due, id) end
  put_behind(turn, receiver, first_score(due))
  if not id then return end
  local member = table.concat({account, name, id, speed, origin}, ' ')
  redis.call('ZADD', WORKING, ARGV[4], member)
  return {account, name, id, speed, member}
end

for index = 5, #ARGV, 3 do
  local speed, most, most_of_account = ARGV[index], tonumber(ARGV[index + 1]), tonumber(ARGV[index + 2])
  local taken = first_of(TURNS .. speed, function(origin)
    if (of_origin[speed .. ' ' .. origin] or 0) >= most then return end
    local turn = TURNS .. speed .. ':' .. origin
    local one = first_of(turn, function(receiver)
      return from_receiver(speed, origin, receiver, most_of_account)
    end)
    local first = first_score(turn)
    if one or not first or tonumber(first) > NOW then put_behind(TURNS .. speed, origin, first) end
    return one
  end)
  if taken then return taken end
end
return {}
