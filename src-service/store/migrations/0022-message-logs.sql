-- When something was sent about a checkout session or a payment, for the limits on it and for repeats of a request that
-- was cut off. No address is kept.
CREATE TABLE message_logs (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX message_logs_by_id ON message_logs (id);
CREATE INDEX message_logs_by_age ON message_logs (account_id, created_at, id);
