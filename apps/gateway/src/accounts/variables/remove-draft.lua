-- Deletes a draft, and the variable if it has no version. Arguments: see `versions.lua`; name. Returns whether the draft existed,
-- or a refusal.
local args = cjson.decode(ARGV[1])
local refused = redis.call('EXISTS', draft) == 1 and refusal(args, draft)
if refused then return refused end
if redis.call('DEL', draft) == 0 then return 0 end
if redis.call('EXISTS', published) == 1 then
  count_bytes(args)
else
  redis.call('ZREM', names, args.name)
  redis.call('HDEL', sizes, args.name)
end
return 1
