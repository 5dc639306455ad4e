-- 1 or NULL: payments that are or were disputed (GET /disputes). Of those from before, the ones of which something is taken.
ALTER TABLE payments ADD COLUMN has_dispute INTEGER CHECK (has_dispute = 1);
UPDATE payments SET has_dispute = 1 WHERE amount_disputed > 0;
CREATE INDEX payments_disputed ON payments (account_id, created_at, id) WHERE has_dispute IS NOT NULL;
