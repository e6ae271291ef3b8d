-- Takes the next jobs under leases: those whose lease has expired, because their gateway died or returned them; otherwise the first jobs of
-- the accounts whose turn it is. Skips jobs that no longer exist. Rows come from the account's first batch that is not paused.
-- KEYS: 1 turns of accounts, 2 leases, 3 calls that wait for a worker. Arguments: see `TakeArguments`.
-- Returns the time; then nothing when no job waits, a list of {account, job, its fields with all previous owners in `left`, whether its batch
-- is cancelled}, or {} when it skipped so many jobs that it must be called again. Returns a job that has ended once more, so that its end is
-- completed.
local args = cjson.decode(ARGV[1])
local now = clock()
-- The gateway no longer waits for the reply: the jobs would wait for the end of their leases, and lose an attempt.
local is_late = args.not_after and now > args.not_after
if is_late or redis.call('ZCARD', KEYS[3]) >= args.most_calls then return {now} end
local lease_end = now + args.lease_ms
local taken, skipped = {}, 0
local function of(account, what) return args.accounts .. account .. ':' .. what end
local function next_owner() return args.owner .. '-' .. #taken + 1 end

local function block_of(account, batch, row)
  return of(account, 'rows:' .. batch .. ':' .. math.floor((row - 1) / args.rows_per_block)), row
end

-- Takes up to `most` rows of a batch. Returns whether more rows wait, and the end of the batch's pause.
local function take_rows(account, batch, most)
  local key = of(account, 'batch:' .. batch)
  local tool, token, total, place, paused, next_row, again =
    unpack(redis.call('HMGET', key, 'tool', 'token', 'total', 'place', 'paused', 'next', 'again'))
  if not tool or place then return false end
  if paused and tonumber(paused) > now then return true, tonumber(paused) end
  local rows = {}
  if again then
    rows = redis.call('LPOP', of(account, 'rows-again:' .. batch), most) or {}
    if #rows < most then redis.call('HDEL', key, 'again') end
    again = #rows == most
  end
  local first = tonumber(next_row or 0)
  local count = math.min(most - #rows, total - first)
  if count > 0 then redis.call('HINCRBY', key, 'next', count) end
  for row = first + 1, first + count do rows[#rows + 1] = row end
  local leases, fields = {}, {}
  for _, row in ipairs(rows) do
    local block, owner = block_of(account, batch, tonumber(row)), next_owner()
    fields[block] = fields[block] or {}
    table.insert(fields[block], row)
    table.insert(fields[block], state_of(1, args.now, owner, ''))
    table.insert(leases, lease_end)
    table.insert(leases, account .. ':' .. batch .. '.' .. row)
    taken[#taken + 1] = {
      account, batch .. '.' .. row, {'tool', tool, 'token', token, 'created', args.now, 'attempts', '1', 'owner', owner}, 0,
    }
  end
  for block, states in pairs(fields) do
    redis.call('HSET', block, unpack(states))
    redis.call('PEXPIRE', block, args.row_life_ms)
  end
  if #leases > 0 then redis.call('ZADD', KEYS[2], unpack(leases)) end
  return again or first + count < tonumber(total)
end

-- Takes up to `most` rows of the account's batches. Returns whether rows wait that are not paused, the first end of a pause, and whether rows
-- wait at all.
local function take_from_batches(account, most)
  local batches, index, next_end = of(account, 'jobs:waiting:batches'), 0, nil
  local goal = #taken + most
  while #taken < goal do
    local batch = redis.call('ZRANGE', batches, index, index)[1]
    if not batch then return false, next_end, index > 0 end
    local is_waiting, ends_at = take_rows(account, batch, goal - #taken)
    if not is_waiting then
      redis.call('ZREM', batches, batch)
    elseif ends_at then
      next_end, index = math.min(next_end or ends_at, ends_at), index + 1
    end
  end
  local is_left = redis.call('EXISTS', batches) == 1
  return is_left, next_end, is_left
end

-- Returns whether all rows of a batch have ended but the batch is not completed.
local function is_due(total, done, failed, place)
  return total and not place and (done or 0) + (failed or 0) >= tonumber(total)
end

-- Leases a row again whose lease has expired. A row of an open batch in an unknown state is taken as if for the first time.
local function retake_row(account, batch, row, member)
  local block = block_of(account, batch, tonumber(row))
  local state = redis.call('HGET', block, row)
  local tool, token, place, total, done, failed =
    unpack(redis.call('HMGET', of(account, 'batch:' .. batch), 'tool', 'token', 'place', 'total', 'done', 'failed'))
  local attempts, created, owner, left = working_row(state)
  local unknown = tool and not place and not is_due(total, done, failed, place) and unknown_state(state)
  if unknown and not attempts then
    attempts, created, owner, left = 1, args.now, next_owner(), ''
    redis.call('HSET', block, row, state_of(attempts, created, owner, left))
    redis.call('PEXPIRE', block, args.row_life_ms)
  elseif attempts and tool then
    left = (left == '' and '' or left .. ' ') .. owner
    attempts, owner = attempts + 1, next_owner()
    redis.call('HSET', block, row, state_of(attempts, created, owner, left))
    redis.call('PEXPIRE', block, args.row_life_ms)
  elseif not (outcome_of(state) or is_due(total, done, failed, place)) then
    -- The row is no longer known, unless it is the last one of a batch that must be completed.
    redis.call('ZREM', KEYS[2], member)
    return
  end
  redis.call('ZADD', KEYS[2], lease_end, member)
  local fields = {'tool', tool or '', 'place', 'done'}
  if attempts then
    fields = {
      'tool', tool, 'token', token, 'created', created, 'attempts', tostring(attempts), 'owner', owner, 'left', left, 'unknown', unknown or '',
    }
  end
  taken[#taken + 1] = {account, batch .. '.' .. row, fields, place == 'cancelled' and 1 or 0}
end

-- Leases a job, unless it no longer exists. The archive's job is row 0 of its batch.
local function take_job(account, job)
  local key, member = of(account, 'job:' .. job), account .. ':' .. job
  if redis.call('EXISTS', key) == 0 then
    local batch = string.match(job, '^(bat_[^.]+)%.0$')
    if not batch or not is_due(unpack(redis.call('HMGET', of(account, 'batch:' .. batch), 'total', 'done', 'failed', 'place'))) then
      redis.call('ZREM', KEYS[2], member)
      return
    end
    redis.call('ZADD', KEYS[2], lease_end, member)
    taken[#taken + 1] = {account, job, {'place', 'done'}, 0}
    return
  end
  redis.call('ZADD', KEYS[2], lease_end, member)
  if redis.call('HINCRBY', key, 'attempts', 1) < 1 then redis.call('HSET', key, 'attempts', 1) end
  local place, owner, left = unpack(redis.call('HMGET', key, 'place', 'owner', 'left'))
  if not place then
    if owner then redis.call('HSET', key, 'left', left and left .. ' ' .. owner or owner) end
    redis.call('HSET', key, 'owner', next_owner())
  end
  taken[#taken + 1] = {account, job, redis.call('HGETALL', key), 0}
end

for _, member in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, args.look_at)) do
  local account, job = string.match(member, '^([^:]+):(.+)$')
  local batch, row = string.match(job, '^(bat_[^.]+)%.(%d+)$')
  if batch and row ~= '0' then retake_row(account, batch, row, member) else take_job(account, job) end
  if #taken >= args.most then return {now, taken} end
end

local share = math.ceil((args.most - #taken) / math.max(1, redis.call('ZCARD', KEYS[1])))
local function from_account(account)
  local waiting, before = of(account, 'jobs:waiting'), #taken
  local most = math.min(share, args.most - before)
  local has_rows, is_paused, pause_end, is_end = false, false, nil, false
  repeat
    local job = redis.call('LPOP', waiting)
    is_end = not job
    if job == BATCHES then
      local is_waiting, ends_at, is_any = take_from_batches(account, most - (#taken - before))
      has_rows, is_paused, pause_end = is_waiting, is_any and not is_waiting, ends_at
      if has_rows then redis.call('RPUSH', waiting, BATCHES) end
    elseif job then
      take_job(account, job)
      skipped = skipped + 1
    end
  until #taken - before >= most or is_end or skipped >= args.look_at
  local is_more = has_rows or not is_end and redis.call('EXISTS', waiting) == 1
  if is_paused then redis.call('RPUSH', waiting, BATCHES) end
  return #taken > before, is_more and now or pause_end
end
repeat
  local is_found = take_in_turn(KEYS[1], now, from_account)
until not is_found or #taken >= args.most or skipped >= args.look_at
if #taken == 0 and skipped < args.look_at then return {now} end
return {now, taken}
