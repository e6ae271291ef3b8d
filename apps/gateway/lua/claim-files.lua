-- Files that were stored for what is taken over now are no longer unclaimed. After the first write that needs memory: where Redis is full, a
-- script that begins with a write that needs none is not refused. `files`: a JSON list of members.
local function claim_files(unclaimed, files)
  local members = cjson.decode(files)
  for from = 1, #members, 1000 do
    redis.call('ZREM', unclaimed, unpack(members, from, math.min(from + 999, #members)))
  end
end
