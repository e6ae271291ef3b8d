-- Continues the open batches that have stopped: no gateway has a row or the archive of them under a lease, and they are in no list from which
-- gateways take. The scripts leave no such batch. Earlier versions did when a script ran twice, and lost data of Redis can.
-- KEYS: 1 open batches, 2 leases, 3 turns of accounts. Arguments: accounts: key prefix; limit of batches to look at; rows_per_block.
-- Returns {account, batch, what was done} of each.
local args = cjson.decode(ARGV[1])
local now, continued, leased = clock(), {}, {}
local function of(account, what) return args.accounts .. account .. ':' .. what end

for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  leased[string.match(member, '^([^:]+:bat_[^.]+)%.') or ''] = true
end

-- Lets gateways take a row or the archive, row 0: they do what its record needs.
local function lease(account, batch, row) redis.call('ZADD', KEYS[2], now, account .. ':' .. batch .. '.' .. row) end

local function is_listed(list, entry) return redis.call('LPOS', list, entry) end

-- Queues a batch with waiting rows. Returns whether it was not queued.
local function queue(account, batch, priority)
  local waiting, batches = of(account, 'jobs:waiting'), of(account, 'jobs:waiting:batches')
  local has_turn = redis.call('ZSCORE', KEYS[3], account)
  if has_turn and redis.call('ZSCORE', batches, batch) and is_listed(waiting, BATCHES) then return false end
  if redis.call('EXISTS', batches) == 1 and not is_listed(waiting, BATCHES) then redis.call('RPUSH', waiting, BATCHES) end
  queue_batch(waiting, batches, batch, priority)
  queue_turn(KEYS[3], account, now)
  return true
end

-- Ends a batch whose rows have ended, or continues its archive. Returns what was done.
local function continue_end(account, batch)
  local archive, waiting = of(account, 'job:' .. batch .. '.0'), of(account, 'jobs:waiting')
  local tool, place = unpack(redis.call('HMGET', archive, 'tool', 'place'))
  if not tool or place then
    lease(account, batch, place and 0 or 1)
    return 'ended'
  end
  if is_listed(waiting, batch .. '.0') then return end
  redis.call('RPUSH', waiting, batch .. '.0')
  queue_turn(KEYS[3], account, now)
  return 'archive queued'
end

-- Leases the rows that have not ended, and queues those that wait. Counts the rows if all have ended.
local function continue_rows(account, batch, key, total, priority)
  local counts, open, queued = {done = 0, failed = 0}, 0, {}
  for row = 1, total do
    local block = of(account, 'rows:' .. batch .. ':' .. math.floor((row - 1) / args.rows_per_block))
    local state = redis.call('HGET', block, row)
    local outcome = outcome_of(state)
    if counts[outcome] then
      counts[outcome] = counts[outcome] + 1
    elseif outcome or state == 'queued' then -- a row of an open batch is not cancelled
      if outcome then redis.call('HSET', block, row, 'queued') end
      queued[#queued + 1] = row
    else
      lease(account, batch, row)
      open = open + 1
    end
  end
  if #queued > 0 then
    local again = of(account, 'rows-again:' .. batch)
    redis.call('DEL', again)
    for _, row in ipairs(queued) do redis.call('RPUSH', again, row) end
    redis.call('PEXPIRE', again, math.max(1, redis.call('PTTL', key)))
    redis.call('HSET', key, 'again', '1')
    queue(account, batch, priority)
  end
  if open + #queued > 0 then return open + #queued .. ' rows' end
  redis.call('HSET', key, 'done', counts.done, 'failed', counts.failed)
  return 'counted, ' .. continue_end(account, batch)
end

for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, args.limit - 1)) do
  local account, batch = string.match(member, '^([^:]+):(.+)$')
  local key = of(account, 'batch:' .. batch)
  local total, done, failed, place, taken, again, priority =
    unpack(redis.call('HMGET', key, 'total', 'done', 'failed', 'place', 'next', 'again', 'priority'))
  if total and not place and not leased[member] then
    local action
    if again or tonumber(taken or 0) < tonumber(total) then
      action = queue(account, batch, priority or 0) and 'queued'
    elseif (done or 0) + (failed or 0) >= tonumber(total) then
      action = continue_end(account, batch)
    else
      action = continue_rows(account, batch, key, tonumber(total), priority or 0)
    end
    if action then continued[#continued + 1] = {account, batch, action} end
  end
end
return continued
