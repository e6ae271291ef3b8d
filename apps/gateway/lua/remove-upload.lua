-- KEYS: upload, uploads, stored bytes. ARGV: upload.
end_upload(ARGV[1], KEYS[1], KEYS[2], KEYS[3])
