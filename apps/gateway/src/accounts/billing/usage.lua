-- Usage counters are the fields `<scope>:requests` and `<scope>:actions` of a hash. The scopes are `total`, `tool:<tool>`, `day:<day>` and
-- `token:<token>`. A charge counts the total and one field `calls:<day>:<tool>:<token>:<actions>`, the number of such requests. These
-- fields are added to the other scopes when there are many. `usage.ts` does the same when it reads them.
local MAX_CALLS_FIELDS = 50

local function add_calls(key)
  local fields = redis.call('HGETALL', key)
  for index = 1, #fields, 2 do
    local day, tool, token, actions = string.match(fields[index], '^calls:([^:]*):([^:]*):([^:]*):(%d+)$')
    if day then
      local requests = fields[index + 1]
      for _, scope in ipairs({'tool:' .. tool, 'day:' .. day, token ~= '' and 'token:' .. token or nil}) do
        redis.call('HINCRBY', key, scope .. ':requests', requests)
        redis.call('HINCRBY', key, scope .. ':actions', requests * actions)
      end
      redis.call('HDEL', key, fields[index])
    end
  end
  redis.call('HDEL', key, 'calls')
end

-- `token` is empty for the usage of the service.
local function count(key, actions, day, tool, token)
  redis.call('HINCRBY', key, 'total:requests', 1)
  redis.call('HINCRBY', key, 'total:actions', actions)
  local requests = redis.call('HINCRBY', key, 'calls:' .. day .. ':' .. tool .. ':' .. token .. ':' .. actions, 1)
  if requests == 1 and redis.call('HINCRBY', key, 'calls', 1) > MAX_CALLS_FIELDS then add_calls(key) end
end
