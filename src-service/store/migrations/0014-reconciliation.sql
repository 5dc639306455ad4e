-- What the processor has reported of payments after their answer, each entry once; created_at is when it was reported.
CREATE TABLE reconciled_entries (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  processor TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX reconciled_entries_by_id ON reconciled_entries (id);
CREATE INDEX reconciled_entries_by_age ON reconciled_entries (account_id, created_at, id);
CREATE INDEX reconciled_entries_by_processor ON reconciled_entries (processor, created_at, id);

-- What banks report to the sandbox's bank, where several nodes share a database.
CREATE TABLE sandbox_reports (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX sandbox_reports_by_id ON sandbox_reports (id);
CREATE INDEX sandbox_reports_by_age ON sandbox_reports (account_id, created_at, id);
