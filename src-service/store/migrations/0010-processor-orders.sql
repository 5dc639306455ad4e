-- What the processor knows a payment, or a refund, by: journaled before it is asked, and never sent twice.
ALTER TABLE payments ADD COLUMN order_id TEXT;
CREATE UNIQUE INDEX payments_by_order ON payments (order_id) WHERE order_id IS NOT NULL;
ALTER TABLE refunds ADD COLUMN order_id TEXT;
CREATE UNIQUE INDEX refunds_by_order ON refunds (order_id) WHERE order_id IS NOT NULL;

-- 1 or NULL: payments that wait for a person (GET /payments/unresolved).
ALTER TABLE payments ADD COLUMN unresolved INTEGER CHECK (unresolved = 1);
CREATE INDEX payments_unresolved ON payments (account_id, created_at, id) WHERE unresolved IS NOT NULL;

-- Payments that ended as not charged, though their authorization may still arrive. The id is the payment's.
CREATE TABLE quarantines (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When it is looked for next, ms; NULL when it can no longer arrive.
  due_at INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX quarantines_by_id ON quarantines (id);
CREATE INDEX quarantines_by_age ON quarantines (account_id, created_at, id);
CREATE INDEX quarantines_due ON quarantines (due_at) WHERE due_at IS NOT NULL;
