-- Takes the job to be done next, under a lease: one whose lease has ended, as its gateway has died or has put it back; else the first
-- of the account whose turn it is, or the next row of its first batch. What is gone meanwhile is passed over.
-- KEYS: 1 turns of accounts, 2 leases, 3 calls that wait for a worker, 4 accounts that pause. ARGV: 1 lease (ms), 2 what stands before an account in keys,
--   3 … between it and a job's id, 4 … between it and a batch's, 5 … behind it for those that wait, 6 life of a row (ms), 7 now, as text,
--   8 … behind that for the batches among them, 9 how many calls wait when no job is taken, 10 most that are looked at,
--   11 who takes it: the only one who can complete it from now on, 12 … between an account and a batch's id for its rows to be done again.
-- Returns nothing when there is none; else {account, job, its fields, `left` among them: all earlier owners, whether its batch is cancelled}, {} when so many were gone
-- that it has to be called again. A job that is over comes once more, for what follows.
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[9]) then return end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- Who has paused takes turns again.
for _, account in ipairs(redis.call('ZRANGE', KEYS[4], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[10])) do
  redis.call('ZREM', KEYS[4], account)
  redis.call('ZADD', KEYS[1], 'NX', now, account)
end

-- The next row of a batch as a job: one that is to be done again has its record already. The batch goes behind the others of its account, and
-- goes when it has no more.
local function rowOf(account, batch, waiting)
  local key = ARGV[2] .. account .. ARGV[4] .. batch
  local fields = redis.call('HMGET', key, 'tool', 'token', 'total', 'place')
  local is_open = fields[1] and not fields[4]
  local again = ARGV[2] .. account .. ARGV[12] .. batch
  local retried = is_open and redis.call('LPOP', again)
  local row = retried or is_open and redis.call('HINCRBY', key, 'next', 1)
  if row and (redis.call('EXISTS', again) == 1 or not retried and row < tonumber(fields[3])) then
    redis.call('RPUSH', waiting, batch)
  else
    redis.call('SREM', waiting .. ARGV[8], batch)
  end
  if not row or tonumber(row) > tonumber(fields[3]) then return end
  local job = batch .. '.' .. row
  if retried then return job end
  local record = ARGV[2] .. account .. ARGV[3] .. job
  redis.call('HSET', record, 'tool', fields[1], 'token', fields[2], 'created', ARGV[7], 'input', '', 'batch', key)
  redis.call('PEXPIRE', record, ARGV[6])
  return job
end

local function next()
  local ended = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if ended then
    local account, job = string.match(ended, '^([^:]+):(.+)$')
    return account, job
  end
  local account = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  if not account then return end
  local waiting = ARGV[2] .. account .. ARGV[5]
  local job = redis.call('LPOP', waiting)
  -- With a number behind it, it is no batch, but its assembly.
  if job and string.find(job, '^bat_[^.]+$') then job = rowOf(account, job, waiting) end
  if redis.call('EXISTS', waiting) == 1 then
    -- Behind all others, also those that were served within this millisecond.
    local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2]
    redis.call('ZADD', KEYS[1], math.max(now, last + 1), account)
  else
    redis.call('ZREM', KEYS[1], account)
  end
  return account, job
end

-- Of a row that has expired: whether its batch's rows are over, and what follows from that is not done.
local function is_last(account, job)
  local batch = string.match(job, '^(bat_[^.]+)%.')
  if not batch then return false end
  local total, done, failed, place =
    unpack(redis.call('HMGET', ARGV[2] .. account .. ARGV[4] .. batch, 'total', 'done', 'failed', 'place'))
  return total and not place and (done or 0) + (failed or 0) >= tonumber(total)
end

for _ = 1, ARGV[10] do
  local account, job = next()
  if not account then return end
  if job then
    local key = ARGV[2] .. account .. ARGV[3] .. job
    if redis.call('EXISTS', key) == 1 then
      redis.call('ZADD', KEYS[2], now + ARGV[1], account .. ':' .. job)
      redis.call('HINCRBY', key, 'attempts', 1)
      local batch = redis.call('HGET', key, 'batch')
      local is_cancelled = batch and redis.call('HGET', batch, 'place') == 'cancelled'
      if redis.call('HEXISTS', key, 'place') == 0 then
        local owner, left = unpack(redis.call('HMGET', key, 'owner', 'left'))
        if owner then redis.call('HSET', key, 'left', left and left .. ' ' .. owner or owner) end
        redis.call('HSET', key, 'owner', ARGV[11])
      end
      return {account, job, redis.call('HGETALL', key), is_cancelled and 1 or 0}
    end
    if is_last(account, job) then
      redis.call('ZADD', KEYS[2], now + ARGV[1], account .. ':' .. job)
      return {account, job, {'place', 'done'}, 0}
    end
    redis.call('ZREM', KEYS[2], account .. ':' .. job)
  end
end
return {}
