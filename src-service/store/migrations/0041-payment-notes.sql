-- What people write down about payments (docs/decisions/0076): rows are added, never changed.
CREATE TABLE payment_notes (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version = 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX payment_notes_by_id ON payment_notes (id);
CREATE INDEX payment_notes_by_age ON payment_notes (account_id, created_at, id);
CREATE INDEX payment_notes_by_payment ON payment_notes (account_id, payment_id, created_at, id);
