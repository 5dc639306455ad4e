-- Section 2.8. A fee refund is a fee whose source is the fee that it refunds.
CREATE TABLE fees (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  fee_type TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_id TEXT,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  amount_refunded INTEGER NOT NULL CHECK (amount_refunded BETWEEN 0 AND 9007199254740991),
  is_refund INTEGER NOT NULL CHECK (is_refund IN (0, 1)),
  settlement_status TEXT NOT NULL CHECK (settlement_status IN ('settled', 'unsettled')),
  settlement_id TEXT,
  document TEXT NOT NULL,
  CHECK (amount_refunded <= amount),
  CHECK (is_refund = 0 OR (source_id IS NOT NULL AND amount_refunded = 0)),
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX fees_by_id ON fees (id);
CREATE INDEX fees_by_age ON fees (account_id, created_at, id);
CREATE INDEX fees_by_type ON fees (account_id, fee_type, created_at, id);
CREATE INDEX fees_by_source ON fees (account_id, source_id, created_at, id) WHERE source_id IS NOT NULL;
CREATE INDEX fees_by_settlement ON fees (account_id, settlement_id, created_at, id)
  WHERE settlement_id IS NOT NULL;
-- What the settlement run looks for. Not a partial index: PostgreSQL's plan for every value would not take it.
CREATE INDEX fees_to_settle ON fees (account_id, settlement_status, created_at, id);

-- Section 4.1: what other gateways did and was reported here. The id is a hash of account, type,
-- reference and time: the same report cannot be taken twice.
CREATE TABLE gateway_reports (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('payment', 'refund')),
  retrieval_reference TEXT NOT NULL,
  gateway_created_at TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  refund_id TEXT,
  document TEXT NOT NULL,
  CHECK ((type = 'refund') = (refund_id IS NOT NULL)),
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX gateway_reports_by_id ON gateway_reports (id);
CREATE INDEX gateway_reports_by_age ON gateway_reports (account_id, created_at, id);
CREATE INDEX gateway_reports_by_reference ON gateway_reports (account_id, retrieval_reference);
CREATE INDEX gateway_reports_by_payment ON gateway_reports (account_id, payment_id);
