-- Indexes that no query goes by cost each payment a page in the log of each commit. What was in order of age by account alone
-- nobody lists: payments, refunds and methods are listed by what they belong to, and the vault's entries of all accounts.
-- All are dropped before any is made, which takes long: each table is locked within the same moment, so that this seldom stands in
-- the way of nodes of the version before that wait for one table while they hold another.
DROP INDEX payment_intents_by_age;
DROP INDEX payment_intents_by_status;
DROP INDEX payment_intents_by_payment_status;
DROP INDEX payments_by_age;
DROP INDEX payments_by_status;
DROP INDEX payments_to_settle;
DROP INDEX payment_methods_by_age;
DROP INDEX refunds_by_age;
DROP INDEX vault_entries_by_age;

CREATE INDEX vault_entries_by_age ON vault_entries (created_at, id);

-- Few of very many are looked for: what has no outcome or is only authorized (repair), and what a settlement run takes. Their
-- statements write these values out (tables.ts), for a planner takes an index of some rows only where it sees that no other is asked for.
CREATE INDEX payments_by_status ON payments (status, created_at, id)
  WHERE status = 'processing' OR status = 'uncaptured';
CREATE INDEX payments_to_settle ON payments (account_id, status, external, created_at, id)
  WHERE settlement_status = 'unsettled' AND (status = 'captured' OR status = 'pending');

-- None carries updated_at any more, which changes with each step: an entry is written anew when something is changed that is asked for.
CREATE INDEX payment_intents_by_age ON payment_intents (
  account_id, created_at, id, status, settlement_status, payment_status, has_refund, settled_at, amount
);
CREATE INDEX payment_intents_by_status ON payment_intents (account_id, status, created_at, id, amount);
CREATE INDEX payment_intents_by_payment_status ON payment_intents (account_id, payment_status, created_at, id, amount)
  WHERE payment_status IS NOT NULL;
