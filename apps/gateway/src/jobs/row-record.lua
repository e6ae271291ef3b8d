-- The record of a row is a field of the hash of its block of rows, because there are many rows and their records live long: `queued`;
-- `working <attempts> <time of the first taking> <owner> <previous owners>`; or the outcome with its encrypted value, `done <value>`.

-- Returns the attempts, the time, the owner and the previous owners of a row that runs. Earlier versions could count attempts below 0.
local function working_row(state)
  local attempts, created, owner, left = string.match(state or '', '^working (%-?%d+) (%S+) (%S+) ?(.*)$')
  if attempts then return math.max(0, tonumber(attempts)), created, owner, left end
end

local function state_of(attempts, created, owner, left)
  return 'working ' .. attempts .. ' ' .. created .. ' ' .. owner .. (left ~= '' and ' ' .. left or '')
end

-- Returns the outcome of a row that has ended.
local OUTCOMES = {done = 'done', failed = 'failed', cancelled = 'cancelled'}
local function outcome_of(state) return OUTCOMES[string.match(state or '', '^(%l+) ')] end

-- Returns the beginning of a state that is no row's, for the log; nothing for another one.
local function unknown_state(state)
  local is_known = state == 'queued' or outcome_of(state) or working_row(state) and not string.find(state, '^working %-')
  if not is_known then return state and state ~= '' and string.sub(state, 1, 20) or 'no record' end
end

-- Returns whether a batch is known, and whether a row with this outcome is its last one, after which the batch must be completed.
local function look_at_batch(batch, place)
  local total, done, failed, ended = unpack(redis.call('HMGET', batch, 'total', 'done', 'failed', 'place'))
  local is_last = total and (done or 0) + (failed or 0) + 1 >= tonumber(total)
  return total, is_last and ended ~= 'cancelled' and place ~= 'cancelled'
end
