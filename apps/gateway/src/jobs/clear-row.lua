-- Removes the previous owners from the record of a row that runs.
-- KEYS: the row's block. Arguments: row: its field.
local row = cjson.decode(ARGV[1]).row
local attempts, created, owner, left = working_row(redis.call('HGET', KEYS[1], row))
if attempts and left ~= '' then redis.call('HSET', KEYS[1], row, state_of(attempts, created, owner, '')) end
