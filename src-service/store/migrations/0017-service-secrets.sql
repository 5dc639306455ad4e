-- What all nodes of a service must have the same, sealed by the vault: the terminals' keys, the fingerprints' key.
CREATE TABLE service_secrets (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX service_secrets_by_id ON service_secrets (id);
CREATE INDEX service_secrets_by_age ON service_secrets (account_id, created_at, id);
