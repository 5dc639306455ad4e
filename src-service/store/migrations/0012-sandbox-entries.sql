-- The books of the sandbox's bank, where several nodes share a database. The id is the payment's; never a card.
CREATE TABLE sandbox_entries (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX sandbox_entries_by_id ON sandbox_entries (id);
CREATE INDEX sandbox_entries_by_age ON sandbox_entries (account_id, created_at, id);
