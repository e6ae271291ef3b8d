-- Notes a job or a batch, and puts it behind the others of its account, which takes its turn among the accounts.
-- `list`: the account's of its kind, which those that have expired leave: ids sort by creation. `inputs`: what the account's take in the
-- store, bytes by the day on which they expire; `size` of them until it is over, see `release_input`. `fields`: where the record's begin in ARGV.
local function put_in_turn(record, list, waiting, turns, inputs, account, id, life, oldest, day, size, fields)
  local time = redis.call('TIME')
  redis.call('HSET', record, 'held', inputs .. ' ' .. day .. ' ' .. size, unpack(ARGV, fields))
  redis.call('PEXPIRE', record, life)
  redis.call('HINCRBY', inputs, day, size)
  redis.call('PEXPIRE', inputs, life + 86400000)
  redis.call('ZADD', list, 0, id)
  redis.call('ZREMRANGEBYLEX', list, '-', '(' .. oldest)
  redis.call('PEXPIRE', list, life)
  redis.call('RPUSH', waiting, id)
  redis.call('ZADD', turns, 'NX', time[1] * 1000 + math.floor(time[2] / 1000), account)
end
