-- By which user's sign-in a key was made, '' for by none: whoever takes a user's rights looks their keys up, and reads not all of
-- the tenant's. NULL in what a node of the version before writes meanwhile: such a one is looked at each time. Documents are compact
-- JSON, in whose texts each quote is escaped.
ALTER TABLE api_keys ADD COLUMN maker TEXT;
UPDATE api_keys SET maker = '';
UPDATE api_keys SET maker = substr(
  substr(document, instr(document, '"made_by":"') + 11), 1, instr(substr(document, instr(document, '"made_by":"') + 11), '"') - 1
) WHERE instr(document, '"made_by":"') > 0;
CREATE INDEX api_keys_by_maker ON api_keys (maker, created_at, id);
