-- KEYS: upload, uploads, stored bytes. Arguments: id of the upload.
end_upload(cjson.decode(ARGV[1]).id, KEYS[1], KEYS[2], KEYS[3])
