-- Since the link's version 2 neither an activation code nor a terminal's credential is looked up by a hash.
DROP INDEX terminals_by_credential;
ALTER TABLE terminals DROP COLUMN credential_hash;
DROP INDEX activation_codes_by_code;
ALTER TABLE activation_codes DROP COLUMN code_hash;
