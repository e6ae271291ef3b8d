-- Forgets a batch; what it was to print no longer counts.
-- KEYS: 1 batch, 2 its rows that are to be done again, 3 the account's batches. ARGV: 1 batch.
release_input(KEYS[1])
redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
