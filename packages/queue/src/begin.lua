-- Starts a job. While documents wait, the time between two starts is the time that all workers together need for one document: their
-- pace. `admit.lua` uses it.

-- The number of intervals in the average: enough to be stable, few enough to notice a new worker within seconds.
local PACE_SAMPLES = 20

local function begin(waiting, pace_key, id, priority)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local pace = redis.call('HMGET', pace_key, 'priority', 'busy', 'started', 'gap', 'samples')
  redis.call('ZREM', waiting, id)
  local fields = {'priority', math.max(tonumber(pace[1] or 1), priority), 'started', now, 'busy', redis.call('EXISTS', waiting)}
  if pace[2] == '1' then
    local samples = math.min((pace[5] or 0) + 1, PACE_SAMPLES)
    local gap = tonumber(pace[4] or 0)
    for _, each in ipairs({'gap', gap + (now - pace[3] - gap) / samples, 'samples', samples}) do table.insert(fields, each) end
  end
  redis.call('HSET', pace_key, unpack(fields))
end
