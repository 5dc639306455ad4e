-- Section 2.6. By the time that they are open until: those whose time is over are found among the open ones alone.
CREATE TABLE checkout_sessions (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'complete', 'expired')),
  open_until INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX checkout_sessions_by_id ON checkout_sessions (id);
CREATE INDEX checkout_sessions_by_age ON checkout_sessions (account_id, created_at, id);
CREATE INDEX checkout_sessions_open ON checkout_sessions (open_until, created_at, id) WHERE open_until IS NOT NULL;
