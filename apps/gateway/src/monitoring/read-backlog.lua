-- Counts the waiting and running work of all accounts. Counts at most `limit` entries of each kind, so the cost is bounded. Removes stale
-- entries from the lists of batches and webhooks.
-- KEYS: 1 turns of accounts with jobs, 2 leases of jobs, 3 open batches, 4 running deliveries, 5 disabled webhooks.
-- Arguments: accounts: key prefix; limit of accounts, batches and webhooks; listed: number of batches to list; inspected: number of jobs per
--   account and of deliveries in total to inspect; shares: number of accounts to list; turns: key prefix of the turns of deliveries.
-- Returns {waiting jobs, oldest waiting job or '', running jobs, open batches, their open rows, {{account, batch, rows, done, failed}, …},
--   due deliveries, running deliveries, {{origin, last status or error}, …} of retried deliveries, disabled webhooks,
--   {waiting rows, seconds since the oldest batch with waiting rows was submitted, done and failed rows of open
--   batches},
--   seconds since the first delivery was due, {{account, waiting jobs, waiting rows}, …} with the most waiting work}.
local args = cjson.decode(ARGV[1])
local function of(account, what) return args.accounts .. account .. ':' .. what end
local function first(key) return redis.call('ZRANGE', key, 0, args.limit - 1) end

local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local shares, by_account = {}, {}
local function share_of(account)
  if not by_account[account] then
    by_account[account] = {account, 0, 0}
    shares[#shares + 1] = by_account[account]
  end
  return by_account[account]
end

local waiting, oldest = 0, ''
for _, account in ipairs(first(KEYS[1])) do
  local jobs = of(account, 'jobs:waiting')
  -- All batches are one entry.
  local count = redis.call('LLEN', jobs) - redis.call('EXISTS', jobs .. ':batches')
  waiting = waiting + count
  share_of(account)[2] = count
  for _, job in ipairs(redis.call('LRANGE', jobs, 0, args.inspected - 1)) do
    if string.sub(job, 1, 4) == 'job_' then
      if oldest == '' or job < oldest then oldest = job end
      break
    end
  end
end

local batches, rows = {}, 0
local rows_waiting, rows_done, rows_failed, rows_since = 0, 0, 0, nil
local open = redis.call('ZRANGE', KEYS[3], 0, args.limit - 1, 'WITHSCORES')
for index = 1, #open, 2 do
  local member, since = open[index], tonumber(open[index + 1])
  local account, batch = string.match(member, '^([^:]+):(.+)$')
  local total, done, failed, place, taken =
    unpack(redis.call('HMGET', of(account, 'batch:' .. batch), 'total', 'done', 'failed', 'place', 'next'))
  if not total or place then
    redis.call('ZREM', KEYS[3], member)
  else
    rows = rows + total - (done or 0) - (failed or 0)
    rows_done, rows_failed = rows_done + (done or 0), rows_failed + (failed or 0)
    local untaken = math.max(0, total - (taken or 0)) + redis.call('LLEN', of(account, 'rows-again:' .. batch))
    if untaken > 0 then
      rows_waiting = rows_waiting + untaken
      rows_since = math.min(rows_since or since, since)
      local share = share_of(account)
      share[3] = share[3] + untaken
    end
    if #batches < args.listed then batches[#batches + 1] = {account, batch, total, done or '0', failed or '0'} end
  end
end

local due, due_since, receivers, seen, failing = 0, now, 0, 0, {}
local function count_deliveries(origin, account, name)
  local deliveries = of(account, 'due-deliveries:' .. name)
  due, receivers = due + redis.call('ZCARD', deliveries), receivers + 1
  local earliest = redis.call('ZRANGE', deliveries, 0, 0, 'WITHSCORES')[2]
  due_since = math.min(due_since, earliest and earliest / 1000 or now)
  for _, id in ipairs(seen < args.inspected and redis.call('ZRANGE', deliveries, 0, args.inspected - seen - 1) or {}) do
    seen = seen + 1
    local attempts = redis.call('HGET', of(account, 'delivery:' .. id), 'attempts')
    local made = attempts and cjson.decode(attempts) or {}
    local last = made[#made]
    if last then failing[#failing + 1] = {origin, tostring(last.status ~= cjson.null and last.status or last.error)} end
  end
end
for _, speed in ipairs({'quick', 'new', 'slow'}) do
  for _, origin in ipairs(first(args.turns .. speed)) do
    if receivers >= args.limit then break end
    for _, receiver in ipairs(redis.call('ZRANGE', args.turns .. speed .. ':' .. origin, 0, args.limit - receivers - 1)) do
      count_deliveries(origin, string.match(receiver, '^(%S+) (%S+)$'))
    end
  end
end

for _, member in ipairs(first(KEYS[5])) do
  local account, name = string.match(member, '^([^:]+):(.+)$')
  if redis.call('HEXISTS', of(account, 'webhook:' .. name), 'disabled_at') == 0 then redis.call('ZREM', KEYS[5], member) end
end

local function work(share) return share[2] + share[3] end
table.sort(shares, function(one, other) return work(one) > work(other) end)
local most = {}
for index = 1, math.min(args.shares, #shares) do
  if work(shares[index]) > 0 then most[index] = shares[index] end
end

return {
  waiting, oldest, redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]), rows, batches, due,
  redis.call('ZCARD', KEYS[4]), failing, redis.call('ZCARD', KEYS[5]),
  {rows_waiting, tostring(rows_since and math.max(0, now - rows_since) or 0), rows_done, rows_failed},
  tostring(now - due_since), most,
}
