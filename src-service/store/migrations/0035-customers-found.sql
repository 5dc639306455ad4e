-- Customers are found by a part of their name or e-mail address, or of their telephone number (name-columns.ts). The texts are
-- carried in the indexes of the lists; rows of before are written anew by the service, which marks them (fold-names.ts).
ALTER TABLE customers ADD COLUMN found TEXT NOT NULL DEFAULT '';
ALTER TABLE customers ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
DROP INDEX customers_by_age;
CREATE INDEX customers_by_age ON customers (account_id, created_at, id, found);
DROP INDEX customers_by_business;
CREATE INDEX customers_by_business ON customers (account_id, business_id, created_at, id, found);
CREATE INDEX customers_by_folded ON customers (folded, created_at, id);
