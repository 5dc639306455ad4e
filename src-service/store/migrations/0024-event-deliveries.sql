-- Events that are delivered (section 6). `sequence` is the version of the resource that the event shows: of two events of
-- one resource the higher is the newer, whichever node wrote them. `pending` is 1 until the deliveries of the event are
-- written down; events of before this migration are not delivered.
ALTER TABLE events ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN pending INTEGER CHECK (pending = 1);
CREATE INDEX events_of_account ON events (account_id, id);
CREATE INDEX events_pending ON events (id) WHERE pending = 1;

DROP VIEW event_log;
CREATE VIEW event_log AS
SELECT id, account_id, type, created_at, sequence, coalesce(
  object,
  CASE kind
    WHEN 'payment_intent' THEN (SELECT document FROM payment_intents WHERE payment_intents.id = resource_id)
    WHEN 'payment' THEN (SELECT document FROM payments WHERE payments.id = resource_id)
  END
) AS object
FROM events;

-- Where a partner listens. The secret is sealed by the vault.
CREATE TABLE webhook_endpoints (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('enabled', 'disabled')),
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX webhook_endpoints_by_id ON webhook_endpoints (id);
CREATE INDEX webhook_endpoints_by_age ON webhook_endpoints (account_id, created_at, id);
CREATE INDEX webhook_endpoints_by_tenant ON webhook_endpoints (tenant_id, created_at, id);
CREATE INDEX webhook_endpoints_by_status ON webhook_endpoints (status, created_at, id);

-- One event on its way to one endpoint. `due_at` is when it is to be tried next, or for how long a node that tries it now
-- keeps it from the others; NULL when there is nothing left to do.
CREATE TABLE webhook_deliveries (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  endpoint_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  due_at INTEGER,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id),
  CHECK ((status = 'pending') = (due_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX webhook_deliveries_by_id ON webhook_deliveries (id);
CREATE INDEX webhook_deliveries_by_event ON webhook_deliveries (event_id, created_at, id);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at, created_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_due_of ON webhook_deliveries (endpoint_id, due_at, created_at, id)
  WHERE due_at IS NOT NULL;
