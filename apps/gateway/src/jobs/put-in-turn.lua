-- Creates a job or a batch that the caller has appended to the account's waiting jobs. The accounts take turns.
-- `list`: the account's jobs or batches; expired ones are removed from it, as ids sort by creation. `inputs`: the bytes of the account's
-- inputs in the store by the day on which they expire; see `release_input` for their end. `args`: see `Submission`.
local function put_in_turn(record, list, turns, inputs, args)
  local id, day, size, life = args.id, args.expires_on, args.bytes, args.life_ms
  redis.call('HSET', record, 'held', inputs .. ' ' .. day .. ' ' .. size, unpack(args.fields))
  redis.call('PEXPIRE', record, life)
  redis.call('HINCRBY', inputs, day, size)
  redis.call('PEXPIRE', inputs, life + 86400000)
  redis.call('ZADD', list, 0, id)
  redis.call('ZREMRANGEBYLEX', list, '-', '(' .. args.oldest)
  redis.call('PEXPIRE', list, life)
  queue_turn(turns, args.account, clock())
end
