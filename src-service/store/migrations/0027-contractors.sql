-- Section 3.5: who gets shares of a business's payments, under its tenant, and how they applied.
CREATE TABLE contractor_applications (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('UNDER_REVIEW', 'APPROVED', 'REJECTED')),
  link_hash TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX contractor_applications_by_id ON contractor_applications (id);
CREATE INDEX contractor_applications_by_age ON contractor_applications (account_id, created_at, id);

CREATE TABLE contractors (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('ACTIVE', 'INACTIVE')),
  email TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX contractors_by_id ON contractors (id);
CREATE INDEX contractors_by_age ON contractors (account_id, created_at, id);
CREATE INDEX contractors_by_business ON contractors (account_id, business_id, created_at, id);

-- The payout ledger: what settlements pay to contractors and take back, under the account that the money came to.
CREATE TABLE transactions (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  contractor_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  settlement_id TEXT,
  settlement_status TEXT NOT NULL CHECK (settlement_status IN ('settled', 'unsettled')),
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id),
  CHECK ((settlement_status = 'settled') = (settlement_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX transactions_by_id ON transactions (id);
CREATE INDEX transactions_by_age ON transactions (account_id, created_at, id);
CREATE INDEX transactions_by_contractor ON transactions (contractor_id, created_at, id);
CREATE INDEX transactions_by_settlement ON transactions (account_id, settlement_id, created_at, id);
CREATE INDEX transactions_unsettled ON transactions (account_id, created_at, id)
  WHERE settlement_status = 'unsettled';
