-- Functions on the versions of template variables. The hash of the published version is the variable's own key. The hashes of other versions
-- and of the draft have the prefix `args.version_prefix`. Hashes of earlier releases have no version: they are version 1.
-- Arguments: version_prefix, versions_prefix; most_versions: limit of each variable; most_history: limit of the account; match: tags of which
--   one must be current, `*` is any; is_new: nothing may exist; tag: that of the new text.
-- KEYS: 1 published version, 2 names, 3 sizes, 4 last numbers, 5 versions of the variable, 6 versions of the account that are not
--   published, 7 draft. Versions are sorted by the time at which they were replaced.
local PARTS = { 'kind', 'content', 'css', 'files', 'sample_data', 'options' }
-- Those that a text may lack, and the fields with the names of their members, as JSON.
local OPTIONAL = { 'css', 'files', 'sample_data', 'options' }
local NAMES_IN = { files = 'file_names', sample_data = 'samples', options = 'option_names' }
local published, names, sizes, numbers, versions, history, draft = unpack(KEYS)

local function version_of(key)
  return redis.call('HGET', key, 'version') or (redis.call('EXISTS', key) == 1 and '1') or ''
end

local function bytes_of(key)
  return tonumber(redis.call('HGET', key, 'bytes') or redis.call('HSTRLEN', key, 'content'))
end

-- Returns whether a version has the given parts; `part` returns the value of each, false for none.
local function has_parts(key, part)
  for _, name in ipairs(PARTS) do
    if redis.call('HGET', key, name) ~= part(name) then return false end
  end
  return true
end

-- Returns the tag of a version's text, as `tagOf` of variables.ts.
local function tag_of(key)
  local tag = redis.call('HGET', key, 'tag')
  if tag then return tag end
  local texts = {}
  for _, name in ipairs(PARTS) do
    local value = redis.call('HGET', key, name)
    if value then table.insert(texts, name .. '\0' .. value .. '\0') end
  end
  return redis.sha1hex(table.concat(texts))
end

-- Returns the key of the text that was changed last: the draft, else the published version.
local function newest()
  return redis.call('EXISTS', draft) == 1 and draft or published
end

-- Returns the reply of a change of `key` whose precondition does not hold, else nil. A text that is stored already is no conflict: the
-- request may be sent again after its answer was lost.
local function refusal(args, key)
  if not (args.match or args.is_new) then return nil end
  local version = version_of(key)
  local tag = version ~= '' and tag_of(key)
  if tag and tag == args.tag then return nil end
  local holds = args.match == nil
  for _, wanted in ipairs(args.match or {}) do
    holds = holds or (tag and (wanted == '*' or wanted == tag))
  end
  if holds and not (args.is_new and tag) then return nil end
  if not tag then return {'refused', '', '', ''} end
  local saved, updated, by = unpack(redis.call('HMGET', key, 'saved_at', 'updated_at', 'by'))
  return {'refused', version, saved or updated or '', by or ''}
end

-- Returns the number of the newest version. It is never used again, even if the variable is deleted. Read it before a version is written.
local function last_number(name)
  return redis.call('HGET', numbers, name) or (redis.call('EXISTS', published) == 1 and '1')
    or redis.call('HGET', numbers, '*') or '0'
end

-- Deletes a version that is not published. Returns its bytes.
local function drop(args, member)
  local name, version = string.match(member, '^(.*)@(%d+)$')
  local key = args.version_prefix .. name .. ':' .. version
  local bytes = bytes_of(key)
  redis.call('DEL', key)
  redis.call('ZREM', history, member)
  redis.call('ZREM', args.versions_prefix .. name, version)
  redis.call('HINCRBY', sizes, name, -bytes)
  return bytes
end

-- Deletes the oldest versions beyond the limits of numbers.
local function trim(args)
  while redis.call('ZCARD', versions) > tonumber(args.most_versions) do
    drop(args, args.name .. '@' .. redis.call('ZRANGE', versions, 0, 0)[1])
  end
  while redis.call('ZCARD', history) > tonumber(args.most_history) do
    drop(args, redis.call('ZRANGE', history, 0, 0)[1])
  end
end

-- Moves the published version to the others. Returns the variable's time of creation; nil without a published version.
local function replace_published(args)
  local version = version_of(published)
  if version == '' then return nil end
  if not redis.call('HGET', published, 'version') then
    local saved = redis.call('HGET', published, 'updated_at')
    redis.call('HSET', published, 'version', '1', 'saved_at', saved, 'published_at', saved, 'bytes', bytes_of(published))
  end
  local created = redis.call('HGET', published, 'created_at')
  redis.call('RENAME', published, args.version_prefix .. args.name .. ':' .. version)
  local time = redis.call('TIME')
  local now = string.format('%d', time[1] * 1000000 + time[2])
  redis.call('ZADD', versions, now, version)
  redis.call('ZADD', history, now, args.name .. '@' .. version)
  return created
end

-- Marks the hash of the variable's key as a new version.
local function publish(args, version, created)
  redis.call('HSET', published, 'version', version, 'created_at', created, 'updated_at', args.now, 'published_at', args.now)
  redis.call('ZADD', versions, '+inf', version)
  redis.call('ZREM', history, args.name .. '@' .. version)
end

local function publish_next(args, last, created)
  local version = string.format('%d', last + 1)
  publish(args, version, created)
  redis.call('HSET', numbers, args.name, version)
end

-- Sets the size of the variable, with all of its versions.
local function count_bytes(args)
  local sum = bytes_of(published) + bytes_of(draft)
  local current = version_of(published)
  for _, version in ipairs(redis.call('ZRANGE', versions, 0, -1)) do
    if version ~= current then sum = sum + bytes_of(args.version_prefix .. args.name .. ':' .. version) end
  end
  redis.call('HSET', sizes, args.name, sum)
end

-- Returns what the answer shows of a version, without its parts.
local function about(key)
  local fields = redis.call('HMGET', key, 'created_at', 'updated_at', 'version', 'published_at', 'note')
  table.insert(fields, redis.call('HGET', draft, 'saved_at'))
  return fields
end
