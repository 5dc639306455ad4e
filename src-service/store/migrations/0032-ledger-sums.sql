-- The sums of a contractor's ledger by currency are read from one index; its pages from another, account by account.
-- Documents are compact JSON, in whose texts each quote is escaped.
ALTER TABLE transactions ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD';
UPDATE transactions SET currency = 'CAD' WHERE instr(document, '"currency":"CAD"') > 0;
CREATE INDEX transactions_sums ON transactions (contractor_id, currency, settlement_id, amount);
DROP INDEX transactions_by_contractor;
CREATE INDEX transactions_by_contractor ON transactions (account_id, contractor_id, created_at, id);

-- Whether a key reaches a business, and whose lines a ledger has, is asked by the business.
CREATE INDEX accounts_by_business ON accounts (business_id, created_at, id);
