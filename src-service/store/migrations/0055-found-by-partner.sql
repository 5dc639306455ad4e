-- The accounts and businesses of a partner, '' for those of none: a partner's lists read these, and not all of the tenant's. NULL in
-- what a node of the version before writes meanwhile: such a one is looked at each time. Documents are compact JSON, in whose texts
-- each quote is escaped.
ALTER TABLE accounts ADD COLUMN partner TEXT;
UPDATE accounts SET partner = '';
UPDATE accounts SET partner = substr(
  substr(document, instr(document, '"partner_id":"') + 14), 1,
  instr(substr(document, instr(document, '"partner_id":"') + 14), '"') - 1
) WHERE instr(document, '"partner_id":"') > 0;
CREATE INDEX accounts_by_partner ON accounts (partner, created_at, id);
ALTER TABLE businesses ADD COLUMN partner TEXT;
UPDATE businesses SET partner = '';
UPDATE businesses SET partner = substr(
  substr(document, instr(document, '"partner_id":"') + 14), 1,
  instr(substr(document, instr(document, '"partner_id":"') + 14), '"') - 1
) WHERE instr(document, '"partner_id":"') > 0;
CREATE INDEX businesses_by_partner ON businesses (partner, created_at, id);
