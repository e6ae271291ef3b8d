-- Notes a file that nobody has claimed yet. Where Redis is full, it refuses what needs memory unless a write that needs none came before.
-- KEYS: unclaimed files. ARGV: file.
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[1], redis.call('TIME')[1], ARGV[1])
