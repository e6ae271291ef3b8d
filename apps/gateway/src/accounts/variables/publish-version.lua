-- Publishes a version or the draft. A draft with the parts of the published version is deleted, and makes no version.
-- Arguments: see `versions.lua`; name, now; version: a number or `draft`; note: replaces the draft's note.
-- Returns 1; a refusal; nothing when there is no such version.
local args = cjson.decode(ARGV[1])
local source = args.version == 'draft' and draft or args.version_prefix .. args.name .. ':' .. args.version
if args.version == version_of(published) then source = published end
if redis.call('EXISTS', source) == 0 then return nil end
local refused = refusal(args, source)
if refused then return refused end
if source == published then return 1 end
local is_draft = source == draft
if is_draft and has_parts(published, function(name) return redis.call('HGET', draft, name) end) then
  redis.call('DEL', draft)
else
  local last = last_number(args.name)
  local created = replace_published(args) or redis.call('HGET', source, 'created_at')
  redis.call('RENAME', source, published)
  if is_draft then
    publish_next(args, last, created)
    if args.note then redis.call('HSET', published, 'note', args.note) end
  else
    publish(args, args.version, created)
  end
  trim(args)
end
count_bytes(args)
return 1
