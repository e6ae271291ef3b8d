-- Sends a delivery once more, as a new one.
-- KEYS: 1 delivery, 2 due deliveries of the webhook. ARGV: 1 prefix of the keys of turns, 2 … of accounts, 3 account, 4 webhook, 5 id, 6 now,
--   7 milliseconds that it is kept.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'status', 'pending', 'next_attempt_at', ARGV[6], 'tries', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[7])
redis.call('ZADD', KEYS[2], ARGV[6], ARGV[5])
take_turn(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[6])
return 1
