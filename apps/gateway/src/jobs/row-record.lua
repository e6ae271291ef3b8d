-- The record of a row is a field of the hash of its block of rows, because there are many rows and their records live long: `queued`;
-- `working <attempts> <time of the first taking> <owner> <previous owners>`; or the outcome with its encrypted value, `done <value>`.

-- Returns the attempts, the time, the owner and the previous owners of a row that runs.
local function working_row(state)
  if state then return string.match(state, '^working (%d+) (%S+) (%S+) ?(.*)$') end
end

local function state_of(attempts, created, owner, left)
  return 'working ' .. attempts .. ' ' .. created .. ' ' .. owner .. (left ~= '' and ' ' .. left or '')
end

-- Returns the outcome of a row that has ended.
local function outcome_of(state)
  local place = state and string.match(state, '^(%l+) ')
  if place ~= 'working' then return place or nil end
end

-- Returns whether a batch is known, and whether a row with this outcome is its last one, after which the batch must be completed.
local function look_at_batch(batch, place)
  local total, done, failed, ended = unpack(redis.call('HMGET', batch, 'total', 'done', 'failed', 'place'))
  local is_last = total and (done or 0) + (failed or 0) + 1 >= tonumber(total)
  return total, is_last and ended ~= 'cancelled' and place ~= 'cancelled'
end
