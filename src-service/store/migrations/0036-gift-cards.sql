-- Gift cards and store credit (docs/decisions/0067). They belong to a business, no account owns them: as customers, their rows
-- are kept under the tenant's id. Of a code there is its keyed hash alone.
CREATE TABLE gift_cards (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  last_four TEXT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'blocked')),
  balance INTEGER NOT NULL CHECK (balance >= 0),
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX gift_cards_by_id ON gift_cards (id);
CREATE UNIQUE INDEX gift_cards_by_code ON gift_cards (account_id, business_id, code_hash);
CREATE INDEX gift_cards_by_age ON gift_cards (account_id, created_at, id);
CREATE INDEX gift_cards_by_business ON gift_cards (account_id, business_id, created_at, id);
CREATE INDEX gift_cards_by_last_four ON gift_cards (account_id, business_id, last_four, created_at, id);
CREATE INDEX gift_cards_liability ON gift_cards (account_id, business_id, currency, balance);

-- Their ledger: rows are added, never changed. A card's version counts its entries with its other changes, so that of two
-- that spend at once one finds the other's.
CREATE TABLE gift_card_entries (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version = 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  gift_card_id TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  reference TEXT NOT NULL,
  reverses TEXT,
  amount INTEGER NOT NULL,
  balance_before INTEGER NOT NULL CHECK (balance_before >= 0),
  balance INTEGER NOT NULL CHECK (balance >= 0),
  document TEXT NOT NULL,
  CHECK (balance = balance_before + amount),
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX gift_card_entries_by_id ON gift_card_entries (id);
CREATE UNIQUE INDEX gift_card_entries_by_reference ON gift_card_entries (account_id, business_id, reference);
CREATE UNIQUE INDEX gift_card_entries_in_order ON gift_card_entries (gift_card_id, sequence);
CREATE UNIQUE INDEX gift_card_entries_reversed_once ON gift_card_entries (reverses) WHERE reverses IS NOT NULL;
CREATE INDEX gift_card_entries_by_card ON gift_card_entries (account_id, gift_card_id, created_at, id);
