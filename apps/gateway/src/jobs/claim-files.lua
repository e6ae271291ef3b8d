-- Removes files from the unclaimed files. Must follow the first write that needs memory: when Redis is full, it does not reject a script that
-- begins with a write that needs none. `members`: the members of the unclaimed files.
local function claim_files(unclaimed, members)
  for from = 1, #members, 1000 do
    redis.call('ZREM', unclaimed, unpack(members, from, math.min(from + 999, #members)))
  end
end
