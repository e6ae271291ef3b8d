-- Takes the next due delivery whose account and host have room.
-- KEYS: accounts with due deliveries, deliveries at work. ARGV: now, end of the lease, most at a time of an account, of a host,
--       prefix of the keys of accounts.
-- Returns {account, id, member of those at work}; {} when there is none.
local DUE, WORKING = KEYS[1], KEYS[2]
local now = ARGV[1]
local function of(account, what) return ARGV[5] .. account .. ':' .. what end

-- What a process that ended has left is due again.
for _, member in ipairs(redis.call('ZRANGE', WORKING, '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)) do
  redis.call('ZREM', WORKING, member)
  local account, id = member:match('^(%S+) (%S+)')
  redis.call('ZADD', of(account, 'due-deliveries'), now, id)
  redis.call('ZADD', DUE, 'LT', now, account)
end

local of_account, of_host = {}, {}
for _, member in ipairs(redis.call('ZRANGE', WORKING, 0, -1)) do
  local account, _, host = member:match('^(%S+) (%S+) (.*)$')
  of_account[account] = (of_account[account] or 0) + 1
  of_host[host] = (of_host[host] or 0) + 1
end

-- The hosts of an account's webhooks, and whether one of them has room: else none of its deliveries is looked at.
local function hosts(account)
  local found, any, room = {}, false, false
  for _, name in ipairs(redis.call('ZRANGE', of(account, 'webhooks'), 0, -1)) do
    local host = redis.call('HGET', of(account, 'webhook:' .. name), 'host')
    if host then
      found[name], any = host, true
      room = room or (of_host[host] or 0) < tonumber(ARGV[4])
    end
  end
  return found, room or not any
end

for _, account in ipairs(redis.call('ZRANGE', DUE, '-inf', now, 'BYSCORE', 'LIMIT', 0, 500)) do
  local host_of, has_room = {}, false
  if (of_account[account] or 0) < tonumber(ARGV[3]) then host_of, has_room = hosts(account) end
  if has_room then
    local due = of(account, 'due-deliveries')
    local taken
    for _, id in ipairs(redis.call('ZRANGE', due, '-inf', now, 'BYSCORE', 'LIMIT', 0, 100)) do
      -- One that is gone is taken, too: then it is seen to be gone.
      local host = host_of[redis.call('HGET', of(account, 'delivery:' .. id), 'webhook') or ''] or '-'
      if host == '-' or (of_host[host] or 0) < tonumber(ARGV[4]) then
        redis.call('ZREM', due, id)
        taken = {account, id, account .. ' ' .. id .. ' ' .. host}
        redis.call('ZADD', WORKING, ARGV[2], taken[3])
        break
      end
    end
    local next = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
    if next[2] then redis.call('ZADD', DUE, next[2], account) else redis.call('ZREM', DUE, account) end
    if taken then return taken end
  end
end
return {}
