-- Every resource: the account that owns it ('' when none does), id, version, times in milliseconds, the fields
-- that are searched or guarded, and the whole document as JSON.
-- _by_id finds a row for keys that reach several accounts; _by_age serves lists, newest first. An index that serves
-- a filtered list ends in created_at, id too: without them SQLite takes _by_age, and looks at every row there is.

CREATE TABLE tenants (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- What made it, where that makes only one.
  origin TEXT UNIQUE,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX tenants_by_id ON tenants (id);
CREATE INDEX tenants_by_age ON tenants (account_id, created_at, id);

CREATE TABLE businesses (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX businesses_by_id ON businesses (id);
CREATE INDEX businesses_by_age ON businesses (account_id, created_at, id);

CREATE TABLE accounts (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX accounts_by_id ON accounts (id);
CREATE INDEX accounts_by_age ON accounts (account_id, created_at, id);
CREATE INDEX accounts_by_tenant ON accounts (tenant_id, created_at, id);
CREATE UNIQUE INDEX accounts_by_merchant ON accounts (merchant_id);

-- Keys themselves are never kept, only their SHA-256.
CREATE TABLE api_keys (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  hash TEXT NOT NULL,
  -- 1 or NULL.
  good_admin INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX api_keys_by_id ON api_keys (id);
CREATE INDEX api_keys_by_age ON api_keys (account_id, created_at, id);
CREATE UNIQUE INDEX api_keys_by_hash ON api_keys (hash);

CREATE TABLE payment_intents (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('created', 'processing', 'pending', 'uncaptured', 'captured', 'cancelled', 'failed')
  ),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  settlement_status TEXT NOT NULL CHECK (settlement_status IN ('settled', 'unsettled')),
  reference_id TEXT,
  customer_id TEXT,
  -- Of the latest payment, NULL before there is one.
  payment_status TEXT,
  -- 1 or NULL.
  has_refund INTEGER CHECK (has_refund = 1),
  settled_at INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX payment_intents_by_id ON payment_intents (id);

-- The sums that must hold whatever the program does: section 2.3 and docs/decisions.
CREATE TABLE payments (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('processing', 'pending', 'uncaptured', 'captured', 'cancelled', 'voided', 'failed', 'rejected')
  ),
  payment_intent_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  amount_authorized INTEGER NOT NULL CHECK (amount_authorized BETWEEN 0 AND 9007199254740991),
  amount_captured INTEGER NOT NULL CHECK (amount_captured BETWEEN 0 AND 9007199254740991),
  amount_refunded INTEGER NOT NULL CHECK (amount_refunded BETWEEN 0 AND 9007199254740991),
  amount_voided INTEGER NOT NULL CHECK (amount_voided BETWEEN 0 AND 9007199254740991),
  amount_disputed INTEGER NOT NULL CHECK (amount_disputed BETWEEN 0 AND 9007199254740991),
  amount_reversed INTEGER NOT NULL CHECK (amount_reversed BETWEEN 0 AND 9007199254740991),
  amount_rejected INTEGER NOT NULL CHECK (amount_rejected BETWEEN 0 AND 9007199254740991),
  document TEXT NOT NULL,
  CHECK (amount_authorized <= amount),
  CHECK (amount_captured + amount_voided <= amount_authorized),
  CHECK (amount_refunded + amount_reversed + amount_disputed <= amount_captured),
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_by_age ON payments (account_id, created_at, id);
CREATE INDEX payments_by_intent ON payments (account_id, payment_intent_id, created_at, id);
-- One success per intent, ever: a second authorization cannot even be begun.
CREATE UNIQUE INDEX payments_one_success ON payments (account_id, payment_intent_id)
  WHERE status IN ('processing', 'pending', 'uncaptured', 'captured');
-- What the repair job looks for every few seconds: those that are processing, and those authorized long ago.
CREATE INDEX payments_by_status ON payments (status, created_at, id);

CREATE TABLE payment_methods (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  payment_intent_id TEXT,
  customer_id TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX payment_methods_by_id ON payment_methods (id);
CREATE INDEX payment_methods_by_age ON payment_methods (account_id, created_at, id);

-- Card data, encrypted; the key is not in the database.
CREATE TABLE vault_entries (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX vault_entries_by_id ON vault_entries (id);
CREATE INDEX vault_entries_by_age ON vault_entries (account_id, created_at, id);

CREATE TABLE terminals (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  hsn TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  credential_hash TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX terminals_by_id ON terminals (id);
CREATE INDEX terminals_by_age ON terminals (account_id, created_at, id);
CREATE UNIQUE INDEX terminals_by_hsn ON terminals (hsn);
CREATE INDEX terminals_by_merchant ON terminals (merchant_id);
CREATE UNIQUE INDEX terminals_by_credential ON terminals (credential_hash);

CREATE TABLE terminal_sessions (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  hsn TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX terminal_sessions_by_id ON terminal_sessions (id);
CREATE INDEX terminal_sessions_by_age ON terminal_sessions (account_id, created_at, id);
CREATE INDEX terminal_sessions_by_hsn ON terminal_sessions (hsn);
CREATE UNIQUE INDEX terminal_sessions_by_key ON terminal_sessions (key_hash);

CREATE TABLE activation_codes (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  hsn TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX activation_codes_by_id ON activation_codes (id);
CREATE INDEX activation_codes_by_age ON activation_codes (account_id, created_at, id);
CREATE INDEX activation_codes_by_hsn ON activation_codes (hsn);
CREATE INDEX activation_codes_by_code ON activation_codes (code_hash);

-- The transactional outbox (section 6), in the order of the ids: the ids of one process sort by creation. A
-- numbered sequence would tell no more, for concurrent transactions do not end in the order of their numbers.
-- `object` is the resource as it was then. SQLite leaves it NULL for as long as the row itself still is as it was
-- (kind and resource_id say which), and copies it here before the row changes: a new payment is written down once
-- rather than twice, which is a quarter of the cost of a commit. Who reads events reads event_log.
CREATE TABLE events (
  id TEXT NOT NULL PRIMARY KEY,
  account_id TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  object TEXT,
  kind TEXT,
  resource_id TEXT,
  CHECK (object IS NOT NULL OR (kind IS NOT NULL AND resource_id IS NOT NULL))
) STRICT;
CREATE INDEX events_of_unchanged ON events (resource_id) WHERE object IS NULL;

CREATE VIEW event_log AS
SELECT id, account_id, type, created_at, coalesce(
  object,
  CASE kind
    WHEN 'payment_intent' THEN (SELECT document FROM payment_intents WHERE payment_intents.id = resource_id)
    WHEN 'payment' THEN (SELECT document FROM payments WHERE payments.id = resource_id)
  END
) AS object
FROM events;

-- Section 8. status and body are NULL while the first request still runs.
CREATE TABLE idempotency_records (
  scope TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  CHECK ((status IS NULL) = (body IS NULL))
) STRICT;
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);
-- Claims are few: those of processes that died are found without a look at every saved answer.
CREATE INDEX idempotency_records_claims ON idempotency_records (created_at) WHERE status IS NULL;
