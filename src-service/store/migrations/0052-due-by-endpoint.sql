-- What is due is found endpoint by endpoint, by the least time of each: however much waits for one, it costs the others nothing.
DROP INDEX webhook_deliveries_due;
DROP INDEX webhook_deliveries_due_of;
CREATE INDEX webhook_deliveries_due_by_endpoint ON webhook_deliveries (endpoint_id, due_at, id) WHERE due_at IS NOT NULL;
