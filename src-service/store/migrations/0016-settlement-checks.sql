-- Closed settlements whose sums are counted again. The id is the settlement's.
CREATE TABLE settlement_checks (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX settlement_checks_by_id ON settlement_checks (id);
CREATE INDEX settlement_checks_by_age ON settlement_checks (account_id, created_at, id);
-- Former versions counted again for two days, whether or not the service ran: each is counted once more.
INSERT INTO settlement_checks (account_id, id, version, created_at, updated_at, document)
SELECT account_id, id, 1, updated_at, updated_at, '{}' FROM settlements WHERE status = 'closed';
