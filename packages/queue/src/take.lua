-- Takes a job with BullMQ and starts it, in one step.
--
-- Uses BullMQ's `move_to_active` and begin-taken.lua. KEYS: waiting jobs, pace, then those of BullMQ. ARGV: see `BeginArguments`. Raw:
-- the arguments of BullMQ.
-- Returns {BullMQ's answer, 1 if no other job waits, what begin_taken returns}.
-- Redis without memory refuses a script only if its first write needs memory. Taking jobs is what frees memory.
redis.call('ZREM', KEYS[1], '')
local bullmq = {unpack(KEYS, 3)}
local taken = move_to_active(bullmq, {unpack(ARGV, 2)})
local is_last = remove_marker(taken, bullmq[1], bullmq[3], bullmq[7], bullmq[11])
return {taken, is_last, begin_taken(taken, KEYS[1], KEYS[2], cjson.decode(ARGV[1]))}
