-- Section 2.9. A customer belongs to a business, no account owns it: its rows are kept under the tenant's id instead
-- of an account's, so that another tenant cannot even look one up.
CREATE TABLE customers (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX customers_by_id ON customers (id);
CREATE INDEX customers_by_age ON customers (account_id, created_at, id);
CREATE INDEX customers_by_business ON customers (account_id, business_id, created_at, id);

-- Links between customers and accounts; one that has ended keeps detached_at.
CREATE TABLE customer_accounts (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  customer_id TEXT NOT NULL,
  detached_at TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX customer_accounts_by_id ON customer_accounts (id);
CREATE INDEX customer_accounts_by_customer ON customer_accounts (customer_id, created_at, id);
CREATE UNIQUE INDEX customer_accounts_one_active ON customer_accounts (account_id, customer_id)
  WHERE detached_at IS NULL;

-- Security codes, encrypted, until the first payment with their card or for an hour: docs/decisions.
CREATE TABLE security_codes (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX security_codes_by_id ON security_codes (id);
CREATE INDEX security_codes_by_age ON security_codes (created_at, id);

ALTER TABLE payments ADD COLUMN customer_id TEXT;
CREATE INDEX payments_by_customer ON payments (account_id, customer_id, created_at, id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX payment_intents_by_customer ON payment_intents (account_id, customer_id, created_at, id)
  WHERE customer_id IS NOT NULL;
CREATE INDEX payment_methods_by_customer ON payment_methods (account_id, customer_id, created_at, id)
  WHERE customer_id IS NOT NULL;
