-- What each node of the service runs on a terminal now, so that the other nodes do not take the terminal for idle.
CREATE TABLE terminal_operations (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX terminal_operations_by_id ON terminal_operations (id);
CREATE INDEX terminal_operations_by_age ON terminal_operations (account_id, created_at, id);
