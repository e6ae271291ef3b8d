-- What waits and what is at work, of all accounts together. Of more than the limit only the first count: so the cost is bounded. Batches and
-- webhooks that are not any more what they are listed as leave their lists here.
-- KEYS: 1 turns of accounts with jobs, 2 leases of jobs, 3 open batches, 4 deliveries at work, 5 disabled webhooks, 6 those of 1 that pause.
-- ARGV: 1 prefix of the keys of accounts, 2 limit of accounts, batches and webhooks, 3 how many batches are told, 4 how many jobs of an
--   account and how many deliveries in all are looked at, 5 prefix of the keys of the turns of deliveries.
-- Returns {jobs that wait, the oldest of them or '', jobs at work, open batches, their open rows, {{account, batch, rows, done, failed}, …}, due deliveries, deliveries at work, {{origin, last status or error}, …} of those that have
--   failed before, disabled webhooks}.
local limit, told, looked_at = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local function of(account, what) return ARGV[1] .. account .. ':' .. what end
local function first(key) return redis.call('ZRANGE', key, 0, limit - 1) end

local waiting, oldest = 0, ''
local function look_at_jobs(account)
  local jobs = of(account, 'jobs:waiting')
  waiting = waiting + redis.call('LLEN', jobs) - redis.call('SCARD', jobs .. ':batches')
  -- Batches go behind the others after each row; jobs keep their order.
  for _, job in ipairs(redis.call('LRANGE', jobs, 0, looked_at - 1)) do
    if string.sub(job, 1, 4) == 'job_' then
      if oldest == '' or job < oldest then oldest = job end
      break
    end
  end
end
for _, turns in ipairs({KEYS[1], KEYS[6]}) do
  for _, account in ipairs(first(turns)) do look_at_jobs(account) end
end

local batches, rows = {}, 0
for _, member in ipairs(first(KEYS[3])) do
  local account, batch = string.match(member, '^([^:]+):(.+)$')
  local total, done, failed, place =
    unpack(redis.call('HMGET', of(account, 'batch:' .. batch), 'total', 'done', 'failed', 'place'))
  if not total or place then
    redis.call('ZREM', KEYS[3], member)
  else
    rows = rows + total - (done or 0) - (failed or 0)
    if #batches < told then batches[#batches + 1] = {account, batch, total, done or '0', failed or '0'} end
  end
end

local due, receivers, seen, failing = 0, 0, 0, {}
local function look_at(origin, account, name)
  local deliveries = of(account, 'due-deliveries:' .. name)
  due, receivers = due + redis.call('ZCARD', deliveries), receivers + 1
  for _, id in ipairs(seen < looked_at and redis.call('ZRANGE', deliveries, 0, looked_at - seen - 1) or {}) do
    seen = seen + 1
    local attempts = redis.call('HGET', of(account, 'delivery:' .. id), 'attempts')
    local made = attempts and cjson.decode(attempts) or {}
    local last = made[#made]
    if last then failing[#failing + 1] = {origin, tostring(last.status ~= cjson.null and last.status or last.error)} end
  end
end
for _, speed in ipairs({'quick', 'new', 'slow'}) do
  for _, origin in ipairs(first(ARGV[5] .. speed)) do
    if receivers >= limit then break end
    for _, receiver in ipairs(redis.call('ZRANGE', ARGV[5] .. speed .. ':' .. origin, 0, limit - receivers - 1)) do
      look_at(origin, string.match(receiver, '^(%S+) (%S+)$'))
    end
  end
end

for _, member in ipairs(first(KEYS[5])) do
  local account, name = string.match(member, '^([^:]+):(.+)$')
  if redis.call('HEXISTS', of(account, 'webhook:' .. name), 'disabled_at') == 0 then redis.call('ZREM', KEYS[5], member) end
end

return {
  waiting, oldest, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), rows, batches, due,
  redis.call('ZCARD', KEYS[4]), failing, redis.call('ZCARD', KEYS[5]),
}
