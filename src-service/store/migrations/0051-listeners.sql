-- Whose events an endpoint hears: its narrowest bound. Those who hear of a sale are looked up by it, and not all endpoints read. NULL
-- in what a node of the version before writes meanwhile: such a one is asked about every event. Documents are compact JSON, in whose
-- texts each quote is escaped.
ALTER TABLE webhook_endpoints ADD COLUMN listens_to TEXT;
UPDATE webhook_endpoints SET listens_to = tenant_id;
UPDATE webhook_endpoints SET listens_to = substr(
  substr(document, instr(document, '"partner_id":"') + 14), 1, instr(substr(document, instr(document, '"partner_id":"') + 14), '"') - 1
) WHERE instr(document, '"partner_id":"') > 0;
UPDATE webhook_endpoints SET listens_to = substr(
  substr(document, instr(document, '"business_id":"') + 15), 1, instr(substr(document, instr(document, '"business_id":"') + 15), '"') - 1
) WHERE instr(document, '"business_id":"') > 0;
UPDATE webhook_endpoints SET listens_to = substr(
  substr(document, instr(document, '"account_id":"') + 14), 1, instr(substr(document, instr(document, '"account_id":"') + 14), '"') - 1
) WHERE instr(document, '"account_id":"') > 0;
CREATE INDEX webhook_endpoints_by_listens_to ON webhook_endpoints (listens_to, created_at, id);
