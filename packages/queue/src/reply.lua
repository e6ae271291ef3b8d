-- Sends a job's reply to its gateway and keeps it, for a gateway that does not receive it. Releases the slot and deletes the document.
--
-- KEYS: owner, document, reply, details, slots, their bytes, unclaimed files, the account's jobs. ARGV: see `ReplyArguments`. Raw: the
-- details, which may be long; empty if none.
-- Returns 'sent'; 'lost' when another worker has the job; 'unwanted' when the caller has gone. Without an owner the document decides: it is
-- deleted with the first reply.
local args, details = cjson.decode(ARGV[1]), ARGV[2]
local owner = redis.call('GET', KEYS[1])
if owner ~= args.owner then
  -- The connection repeats this script if its answer was lost.
  if redis.call('GET', KEYS[3]) == args.message then return 'sent' end
  if owner then return 'lost' end
end
redis.call('UNLINK', KEYS[1])
local bytes = redis.call('STRLEN', KEYS[2])
if bytes == 0 then return 'unwanted' end
local life = redis.call('PTTL', KEYS[2])
redis.call('UNLINK', KEYS[2])
redis.call('SET', KEYS[3], args.message, 'PX', life + args.keptMs)
if details ~= '' then redis.call('SET', KEYS[4], details, 'PX', args.keptMs) end
redis.call('PUBLISH', args.channel, args.message)
if redis.call('ZREM', KEYS[5], bytes .. ':' .. args.jobId .. ':' .. args.accountId) == 1 then redis.call('DECRBY', KEYS[6], bytes) end
redis.call('ZREM', KEYS[8], args.jobId)
if args.unusedFile then redis.call('ZREM', KEYS[7], args.unusedFile) end
return 'sent'
