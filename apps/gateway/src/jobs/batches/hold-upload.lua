-- Reserves a slot among the uploads of an account.
-- KEYS: uploads. Arguments: id; most: the limit; receive_ms: the longest duration of the request; list_life_ms; ended_at_a_time: the largest
--   number of expired uploads to return.
-- Returns 1, or 0 when the limit is reached; and the expired uploads, which the caller removes.
local args = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ended = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, args.ended_at_a_time)
if redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') >= tonumber(args.most) then return {0, ended} end
redis.call('ZADD', KEYS[1], now + args.receive_ms, args.id)
redis.call('PEXPIRE', KEYS[1], args.list_life_ms)
return {1, ended}
