-- Usage counters are the fields `<scope>:requests` and `<scope>:actions` of a hash. The scopes are `total`, `tool:<tool>`, `day:<day>` and
-- `token:<token>`. A charge counts one field `charged:<day>:<tool>:<token>:<actions>`, the number of such requests. These fields are added to
-- the scopes when there are many. `usage.ts` does the same when it reads them. The total contains the fields `calls:…` of earlier versions.
local MAX_CALLS_FIELDS = 50

local function add_calls(key)
  local fields = redis.call('HGETALL', key)
  for index = 1, #fields, 2 do
    local kind, day, tool, token, actions = string.match(fields[index], '^(%l+):([^:]*):([^:]*):([^:]*):(%d+)$')
    if kind == 'charged' or kind == 'calls' then
      local requests = fields[index + 1]
      local scopes = {'tool:' .. tool, 'day:' .. day}
      if token ~= '' then scopes[#scopes + 1] = 'token:' .. token end
      if kind == 'charged' then scopes[#scopes + 1] = 'total' end
      for _, scope in ipairs(scopes) do
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
  local requests = redis.call('HINCRBY', key, 'charged:' .. day .. ':' .. tool .. ':' .. token .. ':' .. actions, 1)
  if requests == 1 and redis.call('HINCRBY', key, 'calls', 1) > MAX_CALLS_FIELDS then add_calls(key) end
end
