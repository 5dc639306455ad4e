-- 1 or NULL: refunds that wait for a person (GET /refunds/unresolved).
ALTER TABLE refunds ADD COLUMN unresolved INTEGER CHECK (unresolved = 1);
CREATE INDEX refunds_unresolved ON refunds (account_id, created_at, id) WHERE unresolved IS NOT NULL;

-- The idempotency key of a refund is bound to it (idempotency_records): nobody looks for it here any more.
DROP INDEX refunds_by_request;
ALTER TABLE refunds DROP COLUMN request_key;
