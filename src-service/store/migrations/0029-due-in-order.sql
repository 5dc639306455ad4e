-- What is due is asked for the oldest first: by the time at which it was made, out of what waits at all.
DROP INDEX webhook_deliveries_due;
DROP INDEX webhook_deliveries_due_of;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (created_at, id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_due_of ON webhook_deliveries (endpoint_id, created_at, id, due_at)
  WHERE due_at IS NOT NULL;

-- The businesses of a tenant, whether they have accounts or not.
CREATE INDEX businesses_by_tenant ON businesses (tenant_id, created_at, id);
