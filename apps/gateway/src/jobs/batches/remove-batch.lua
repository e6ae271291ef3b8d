-- Deletes the record of a batch. Its input no longer counts.
-- KEYS: 1 batch, 2 its rows to repeat, 3 the account's batches. Arguments: id of the batch.
release_input(KEYS[1])
redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], cjson.decode(ARGV[1]).id)
