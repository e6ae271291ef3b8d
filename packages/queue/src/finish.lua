-- Ends a job with BullMQ, sends its reply, releases its slot, and starts the worker's next job, in one step. So a gateway that subscribes
-- later finds the stored result.
--
-- Uses BullMQ's `move_to_finished` and begin-taken.lua. KEYS: waiting jobs, pace, slots, their bytes, then those of BullMQ.
-- ARGV: see `BeginArguments`, with `reply` of `ReplyArguments`, if any. Raw: the details, which may be long; empty if none; then the
-- arguments of BullMQ.
-- Returns {status, BullMQ's answer, what begin_taken returns}. Status: 'sent'; 'lost' when another worker has or will get the job;
-- 'unwanted' when the caller has gone; empty for a job without a reply.
local args, details, bullmq, values = cjson.decode(ARGV[1]), ARGV[2], {unpack(KEYS, 5)}, {unpack(ARGV, 3)}
local active, job = bullmq[2], bullmq[12]
local reply, bytes, status, known = args.reply, 0, '', nil

if reply then
  local lock = job .. ':lock'
  local token = redis.call('GET', lock)
  -- A worker that was frozen or disconnected gets its lock back if no other worker took the job.
  if not token and redis.call('HGET', job, 'pb') == reply.workerId and redis.call('LPOS', active, reply.jobId) then
    redis.call('SET', lock, reply.token, 'PX', reply.lockMs)
  elseif token ~= reply.token then
    -- The connection repeats this script if its answer was lost.
    local ended = redis.call('HMGET', job, 'pb', 'returnvalue')
    local is_repeated = ended[1] == reply.workerId and ended[2] == values[4]
    if is_repeated then return {'sent', 0, {}} end
    return {'lost', -6, {}}
  end
  known = {[lock] = reply.token, [job] = true} -- a locked job is not removed
  bytes = redis.call('STRLEN', reply.payload)
  status = bytes > 0 and 'sent' or 'unwanted'
  if status == 'unwanted' then values[4] = reply.unwanted end
end

local ended = move_to_finished(bullmq, values, known)
if type(ended) == 'number' and ended < 0 then return {status, ended, {}} end

if status == 'sent' then
  if reply.unusedFile then redis.call('ZREM', args.unclaimed, reply.unusedFile) end
  if details ~= '' then redis.call('SET', reply.details, details, 'PX', reply.detailsLifeMs) end
  redis.call('PUBLISH', reply.channel, reply.message)
  if redis.call('ZREM', KEYS[3], bytes .. ':' .. reply.jobId .. ':' .. reply.accountId) == 1 then
    redis.call('DECRBY', KEYS[4], bytes)
  end
  if reply.account then redis.call('ZREM', reply.account, reply.jobId) end
  redis.call('UNLINK', reply.payload)
end
return {status, ended, begin_taken(ended, KEYS[1], KEYS[2], args)}
