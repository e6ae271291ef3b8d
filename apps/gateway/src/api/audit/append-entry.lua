-- KEYS: 1 audit log, 2 open changes. Arguments: ended (a member of the open changes; absent: only the overdue ones), outcome, object,
--   account; overdue_before (epoch milliseconds); accounts (prefix of the keys of accounts); most, most_of_account, oldest (id), life_ms.
-- Appends the change that has ended, and overdue ones whose outcome no gateway will report.
local args = cjson.decode(ARGV[1])
local log, open = KEYS[1], KEYS[2]
-- A member begins with a UUID.
local ENTRY_AT = 37

local function append(member, outcome, object, account)
  -- A script whose reply was lost is sent again.
  if not redis.call('ZSCORE', open, member) then return end
  local entry = string.sub(member, ENTRY_AT)
  local id = redis.call('XADD', log, '*', 'entry', entry, 'outcome', outcome, 'object', object, 'account', account)
  redis.call('ZREM', open, member)
  if account == '' then return end
  local index = args.accounts .. account .. ':audit'
  redis.call('XADD', index, id, 'by', cjson.decode(entry).actor.kind)
  redis.call('PEXPIRE', index, args.life_ms)
  for _ = 1, 100 do
    if redis.call('XLEN', index) <= args.most_of_account then break end
    local oldest = redis.call('XRANGE', index, '-', '+', 'COUNT', 1)[1]
    redis.call('XDEL', index, oldest[1])
    -- What an account does itself displaces nothing else. The operator's entries stay in the log.
    if oldest[2][2] == 'token' then redis.call('XDEL', log, oldest[1]) end
  end
end

if args.ended then append(args.ended, args.outcome, args.object, args.account) end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', open, '-inf', args.overdue_before, 'LIMIT', 0, 100)) do
  local entry = cjson.decode(string.sub(member, ENTRY_AT))
  append(member, 'unknown', entry.object or '', entry.account_id or '')
end
redis.call('XTRIM', log, 'MAXLEN', args.most)
redis.call('XTRIM', log, 'MINID', args.oldest)
