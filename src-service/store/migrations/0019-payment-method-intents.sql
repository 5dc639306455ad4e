-- Section 2.7. By status: those whose validation was cut off are found again after a start.
CREATE TABLE payment_method_intents (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX payment_method_intents_by_id ON payment_method_intents (id);
CREATE INDEX payment_method_intents_by_age ON payment_method_intents (account_id, created_at, id);
CREATE INDEX payment_method_intents_processing ON payment_method_intents (created_at, id) WHERE status = 'processing';
