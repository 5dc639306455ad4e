-- Section 4.2, search: each filter has an index in whose order its rows can be told (tables.ts, searches). Those of
-- what a new intent does not have yet hold only the rows that do. Columns after the id are carried along, so that a
-- filter or a sort by them needs no look at the row.
CREATE INDEX payment_intents_by_age ON payment_intents (
  account_id, created_at, id, status, amount, settlement_status, payment_status, has_refund, settled_at, updated_at
);
CREATE INDEX payment_intents_by_reference ON payment_intents (account_id, reference_id, created_at, id)
  WHERE reference_id IS NOT NULL;
CREATE INDEX payment_intents_by_status ON payment_intents (account_id, status, created_at, id, amount, updated_at);
CREATE INDEX payment_intents_by_payment_status
  ON payment_intents (account_id, payment_status, created_at, id, amount, updated_at)
  WHERE payment_status IS NOT NULL;
CREATE INDEX payment_intents_refunded ON payment_intents (account_id, created_at, id)
  WHERE has_refund IS NOT NULL;
CREATE INDEX payment_intents_settled ON payment_intents (account_id, created_at, id)
  WHERE settled_at IS NOT NULL;
CREATE INDEX payment_intents_by_settling ON payment_intents (account_id, settled_at, id)
  WHERE settled_at IS NOT NULL;
CREATE INDEX payment_intents_by_amount ON payment_intents (account_id, amount, id);
CREATE INDEX payment_intents_by_update ON payment_intents (account_id, updated_at, id);

-- The keys of a tenant, newest first; those of the highest level that are good.
CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, created_at, id);
CREATE INDEX api_keys_good_admins ON api_keys (tenant_id) WHERE good_admin IS NOT NULL;
