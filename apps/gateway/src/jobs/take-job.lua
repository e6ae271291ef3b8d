-- Takes the next job under a lease: a job whose lease has expired, because its gateway died or returned it; otherwise the first job of the
-- account whose turn it is, or the next row of its first batch. Skips jobs that no longer exist.
-- KEYS: 1 turns of accounts, 2 leases, 3 calls that wait for a worker. Arguments: see `TakeArguments`.
-- Returns nothing when no job waits; {account, job, its fields with all previous owners in `left`, whether its batch is cancelled}; or {} when
-- it skipped so many jobs that it must be called again. Returns a job that has ended once more, so that its end is completed.
local args = cjson.decode(ARGV[1])
if redis.call('ZCARD', KEYS[3]) >= args.most_calls then return end
local now = clock()
local function of(account, what) return args.accounts .. account .. ':' .. what end

-- Returns the next row of a batch as a job, or nothing and the end of the batch's pause. A row to repeat already has a record. The batch moves
-- to the end of the account's list, or is removed after its last row. A paused batch must be put back into the list.
local function row_of(account, batch, waiting)
  local key, again = of(account, 'batch:' .. batch), of(account, 'rows-again:' .. batch)
  local tool, token, total, place, paused =
    unpack(redis.call('HMGET', key, 'tool', 'token', 'total', 'place', 'paused'))
  local is_open = tool and not place
  if is_open and paused and tonumber(paused) > now then return nil, tonumber(paused) end
  local retried = is_open and redis.call('LPOP', again)
  local row = retried or is_open and redis.call('HINCRBY', key, 'next', 1)
  if row and (redis.call('EXISTS', again) == 1 or not retried and row < tonumber(total)) then
    redis.call('RPUSH', waiting, batch)
  else
    redis.call('SREM', waiting .. ':batches', batch)
  end
  if not row or tonumber(row) > tonumber(total) then return end
  local job = batch .. '.' .. row
  if retried then return job end
  local record = of(account, 'job:' .. job)
  redis.call('DEL', record) -- after a failover, the end of a taking that Redis has lost
  redis.call('HSET', record, 'tool', tool, 'token', token, 'created', args.now, 'input', '', 'batch', key)
  redis.call('PEXPIRE', record, args.row_life_ms)
  return job
end

-- Returns, for an expired row, whether all rows of its batch have ended but the batch was not completed.
local function is_last(account, job)
  local batch = string.match(job, '^(bat_[^.]+)%.')
  if not batch then return false end
  local total, done, failed, place =
    unpack(redis.call('HMGET', of(account, 'batch:' .. batch), 'total', 'done', 'failed', 'place'))
  return total and not place and (done or 0) + (failed or 0) >= tonumber(total)
end

-- Returns the script's reply for a job, which is leased; nothing if the job no longer exists.
local function leased(account, job)
  local key, member = of(account, 'job:' .. job), account .. ':' .. job
  local exists = redis.call('EXISTS', key) == 1
  if not exists and not is_last(account, job) then
    redis.call('ZREM', KEYS[2], member)
    return
  end
  redis.call('ZADD', KEYS[2], now + args.lease_ms, member)
  if not exists then return {account, job, {'place', 'done'}, 0} end
  redis.call('HINCRBY', key, 'attempts', 1)
  local batch, place, owner, left = unpack(redis.call('HMGET', key, 'batch', 'place', 'owner', 'left'))
  if not place then
    if owner then redis.call('HSET', key, 'left', left and left .. ' ' .. owner or owner) end
    redis.call('HSET', key, 'owner', args.owner)
  end
  local is_cancelled = batch and redis.call('HGET', batch, 'place') == 'cancelled'
  return {account, job, redis.call('HGETALL', key), is_cancelled and 1 or 0}
end

for _, member in ipairs(redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, args.look_at)) do
  local taken = leased(string.match(member, '^([^:]+):(.+)$'))
  if taken then return taken end
end

local skipped = 0
local function from_account(account)
  local waiting = of(account, 'jobs:waiting')
  local paused, next_at = {}, nil
  local taken, is_end
  repeat
    local job = redis.call('LPOP', waiting)
    is_end = not job
    -- An id with a number is the archive's job, not a batch.
    if job and string.find(job, '^bat_[^.]+$') then
      local batch, ends_at = job, nil
      job, ends_at = row_of(account, batch, waiting)
      if ends_at then
        paused[#paused + 1] = batch
        next_at = math.min(next_at or ends_at, ends_at)
        skipped = skipped - 1
      end
    end
    taken = job and leased(account, job)
    skipped = skipped + 1
  until taken or is_end or skipped >= args.look_at
  if not is_end and redis.call('EXISTS', waiting) == 1 then next_at = now end
  if #paused > 0 then redis.call('RPUSH', waiting, unpack(paused)) end
  return taken, next_at
end
return take_in_turn(KEYS[1], now, from_account) or skipped >= args.look_at and {}
