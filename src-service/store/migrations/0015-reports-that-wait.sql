-- 1 or NULL: entries about a payment without an outcome so far. Every pass tries them again.
ALTER TABLE reconciled_entries ADD COLUMN waiting INTEGER CHECK (waiting = 1);
CREATE INDEX reconciled_entries_waiting ON reconciled_entries (processor, created_at, id) WHERE waiting IS NOT NULL;
-- A processor may number the entries of each account by themselves: the primary key includes the account.
DROP INDEX reconciled_entries_by_id;

-- As far as everything that a processor has reported was taken in. The id is the processor's name.
CREATE TABLE reconciliation_positions (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX reconciliation_positions_by_id ON reconciliation_positions (id);
CREATE INDEX reconciliation_positions_by_age ON reconciliation_positions (account_id, created_at, id);
