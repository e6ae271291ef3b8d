-- Returns the sum of the bytes of periods that have not ended by `now`, and the first such period or false. Deletes ended periods.
local function tally(key, now)
  local bytes, first = 0, false
  local periods = redis.call('HGETALL', key)
  for index = 1, #periods, 2 do
    local period = periods[index]
    if period < now then
      redis.call('HDEL', key, period)
    else
      bytes = bytes + periods[index + 1]
      if not first or period < first then first = period end
    end
  end
  return bytes, first
end
