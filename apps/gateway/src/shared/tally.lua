-- Returns the sum of the bytes of periods that have not ended by `now`. Deletes ended periods.
local function tally(key, now)
  local bytes = 0
  local periods = redis.call('HGETALL', key)
  for index = 1, #periods, 2 do
    local period = periods[index]
    if period >= now then
      bytes = bytes + periods[index + 1]
    else
      redis.call('HDEL', key, period)
    end
  end
  return bytes
end
