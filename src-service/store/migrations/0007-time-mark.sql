-- When the service last looked at the database's time, and how much of that it doubts (verified-time.ts). One row.
CREATE TABLE time_marks (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX time_marks_by_id ON time_marks (id);
CREATE INDEX time_marks_by_age ON time_marks (account_id, created_at, id);
