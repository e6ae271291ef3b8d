-- The turns of a queue whose members (accounts, origins, webhooks) take turns: a sorted set of members by the time of their next turn in
-- epoch milliseconds. A time in the future pauses a member.

-- Returns the time in epoch milliseconds. Its fraction keeps the order within a millisecond.
local function clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + time[2] / 1000
end

-- Queues a member for its turn at a time. Ends a pause, but does not delay an earlier turn.
local function queue_turn(turns, member, at) redis.call('ZADD', turns, 'LT', at, member) end

-- Returns the first item from the members whose turn it is. `take` returns an item of a member, or nothing when it has no room; and the time
-- of the member's next item, or nothing when it has none. A member whose item was taken moves behind all others.
local function take_in_turn(turns, now, take)
  local passed, at_a_time = 0, 20
  repeat
    local members = redis.call('ZRANGE', turns, '-inf', now, 'BYSCORE', 'LIMIT', passed, at_a_time)
    for _, member in ipairs(members) do
      local item, next_at = take(member)
      if not next_at then
        redis.call('ZREM', turns, member)
      elseif item or next_at > now then
        redis.call('ZADD', turns, math.max(next_at, now), member)
      else
        passed = passed + 1
      end
      if item then return item end
    end
  until #members < at_a_time
end
