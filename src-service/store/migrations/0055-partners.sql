-- The partner of an account or a business, '' for none: a partner's lists read its own, and not all of the tenant's. NULL in what a
-- node of the version before writes meanwhile: such a one is looked at each time. Documents are compact JSON, in whose texts each
-- quote is escaped.
ALTER TABLE accounts ADD COLUMN partner TEXT;
UPDATE accounts SET partner = CASE WHEN instr(document, '"partner_id":"') = 0 THEN '' ELSE substr(
  substr(document, instr(document, '"partner_id":"') + 14), 1,
  instr(substr(document, instr(document, '"partner_id":"') + 14), '"') - 1
) END;
ALTER TABLE businesses ADD COLUMN partner TEXT;
UPDATE businesses SET partner = CASE WHEN instr(document, '"partner_id":"') = 0 THEN '' ELSE substr(
  substr(document, instr(document, '"partner_id":"') + 14), 1,
  instr(substr(document, instr(document, '"partner_id":"') + 14), '"') - 1
) END;
