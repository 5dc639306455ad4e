-- What a settlement run looks for, and what it has stamped.
ALTER TABLE payments ADD COLUMN external INTEGER CHECK (external IN (0, 1));
ALTER TABLE payments ADD COLUMN settlement_status TEXT CHECK (settlement_status IN ('settled', 'unsettled'));
ALTER TABLE payments ADD COLUMN settlement_id TEXT;
CREATE INDEX payments_to_settle ON payments (account_id, settlement_status, external, status, created_at, id);
CREATE INDEX payments_by_settlement ON payments (account_id, settlement_id, created_at, id)
  WHERE settlement_id IS NOT NULL;

-- Section 2.5. `awaits` is what a processing refund waits for; `request_key` is the hash of the idempotent request
-- that made it, so that a repeat after a crash finds it instead of refunding twice.
CREATE TABLE refunds (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('processing', 'succeeded', 'failed')),
  payment_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
  external INTEGER NOT NULL CHECK (external IN (0, 1)),
  awaits TEXT CHECK (awaits IN ('processor', 'settlement')),
  settlement_status TEXT NOT NULL CHECK (settlement_status IN ('settled', 'unsettled')),
  settlement_id TEXT,
  request_key TEXT,
  document TEXT NOT NULL,
  CHECK ((status = 'processing') = (awaits IS NOT NULL)),
  CHECK (settlement_status = 'unsettled' OR status = 'succeeded'),
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX refunds_by_id ON refunds (id);
CREATE INDEX refunds_by_age ON refunds (account_id, created_at, id);
CREATE INDEX refunds_by_payment ON refunds (account_id, payment_id, created_at, id);
CREATE INDEX refunds_waiting ON refunds (awaits, created_at, id) WHERE awaits IS NOT NULL;
CREATE INDEX refunds_to_settle ON refunds (account_id, settlement_status, external, status, created_at, id);
CREATE INDEX refunds_by_settlement ON refunds (account_id, settlement_id, created_at, id)
  WHERE settlement_id IS NOT NULL;
CREATE INDEX refunds_by_request ON refunds (account_id, request_key, created_at, id)
  WHERE request_key IS NOT NULL;

-- A run that closes an account's day. `day` names a scheduled run: however many nodes there are, one closes it.
CREATE TABLE settlements (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('closing', 'closed')),
  day TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX settlements_by_id ON settlements (id);
CREATE INDEX settlements_by_age ON settlements (account_id, created_at, id);
CREATE INDEX settlements_by_status ON settlements (status, created_at, id);
CREATE UNIQUE INDEX settlements_one_at_a_time ON settlements (account_id) WHERE status = 'closing';
CREATE UNIQUE INDEX settlements_one_a_day ON settlements (account_id, day) WHERE day IS NOT NULL;

-- What a gateway says it has settled; matched to the payments and refunds that were reported to us.
CREATE TABLE settlement_records (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('payment', 'refund')),
  status TEXT NOT NULL CHECK (status IN ('matched', 'unmatched')),
  retrieval_reference TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX settlement_records_by_id ON settlement_records (id);
CREATE INDEX settlement_records_by_age ON settlement_records (account_id, created_at, id);
CREATE INDEX settlement_records_by_status ON settlement_records (account_id, status, created_at, id);

-- What an account pays for processing (section 2.8 names the rates). Owned by a tenant.
CREATE TABLE processing_plans (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX processing_plans_by_id ON processing_plans (id);
CREATE INDEX processing_plans_by_age ON processing_plans (account_id, created_at, id);
CREATE INDEX processing_plans_by_tenant ON processing_plans (tenant_id);
