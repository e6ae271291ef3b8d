-- Notes a job or a batch, and puts it behind the others of its account, which takes its turn among the accounts.
-- `list`: the account's of its kind, which those that have expired leave: ids sort by creation. `fields`: where the record's begin in ARGV.
local function put_in_turn(record, list, waiting, turns, account, id, life, oldest, fields)
  local time = redis.call('TIME')
  redis.call('HSET', record, unpack(ARGV, fields))
  redis.call('PEXPIRE', record, life)
  redis.call('ZADD', list, 0, id)
  redis.call('ZREMRANGEBYLEX', list, '-', '(' .. oldest)
  redis.call('PEXPIRE', list, life)
  redis.call('RPUSH', waiting, id)
  redis.call('ZADD', turns, 'NX', time[1] * 1000 + math.floor(time[2] / 1000), account)
end
