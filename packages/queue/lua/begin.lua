-- A worker begins with a job, or moves it to the slow queue. While documents wait, the time from one begin to the next is how
-- long the workers together take for one: their pace.
--
-- KEYS: waiting jobs, pace; unless the job is moved the document, and the fonts of its account. ARGV: job, its priority.
-- Returns {document or false, milliseconds that its caller still waits, fonts}, or nothing for a job that is moved.

-- The pace is the average of so many intervals: enough to be calm, few enough to notice a new worker in seconds.
local PACE_SAMPLES = 20

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local pace = redis.call('HMGET', KEYS[2], 'priority', 'busy', 'started', 'gap', 'samples')
redis.call('ZREM', KEYS[1], ARGV[1])
if pace[2] == '1' then
  local samples = math.min((pace[5] or 0) + 1, PACE_SAMPLES)
  local gap = tonumber(pace[4] or 0)
  redis.call('HSET', KEYS[2], 'gap', gap + (now - pace[3] - gap) / samples, 'samples', samples)
end
redis.call('HSET', KEYS[2], 'priority', math.max(tonumber(pace[1] or 1), tonumber(ARGV[2])),
  'started', now, 'busy', redis.call('EXISTS', KEYS[1]))
if KEYS[3] then return {redis.call('GET', KEYS[3]), redis.call('PTTL', KEYS[3]), redis.call('HVALS', KEYS[4])} end
