-- Takes the job to be done next, under a lease: one whose lease has ended, as its gateway has died or has put it back; else the first
-- of the account whose turn it is. What is done, cancelled or gone meanwhile is passed over.
-- KEYS: 1 turns of accounts, 2 leases. ARGV: 1 lease (ms), 2 what stands before an account in keys, 3 … between it and a job's id,
--   4 … and behind it for the jobs that wait.
-- Returns nothing, or {account, job, its fields}.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function next()
  local ended = redis.call('ZRANGE', KEYS[2], '-inf', now, 'BYSCORE', 'LIMIT', 0, 1)[1]
  if ended then
    local account, job = string.match(ended, '^([^:]+):(.+)$')
    return account, job
  end
  local account = redis.call('ZRANGE', KEYS[1], 0, 0)[1]
  if not account then return end
  local waiting = ARGV[2] .. account .. ARGV[4]
  local job = redis.call('LPOP', waiting)
  if redis.call('EXISTS', waiting) == 1 then
    redis.call('ZADD', KEYS[1], now, account)
  else
    redis.call('ZREM', KEYS[1], account)
  end
  return account, job
end

while true do
  local account, job = next()
  if not account then return end
  if job then
    local key = ARGV[2] .. account .. ARGV[3] .. job
    if redis.call('EXISTS', key) == 1 and redis.call('HEXISTS', key, 'place') == 0 then
      redis.call('ZADD', KEYS[2], now + ARGV[1], account .. ':' .. job)
      redis.call('HINCRBY', key, 'attempts', 1)
      return {account, job, redis.call('HGETALL', key)}
    end
    redis.call('ZREM', KEYS[2], account .. ':' .. job)
  end
end
