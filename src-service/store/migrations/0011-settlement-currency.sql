-- One settlement per account, day and currency.
ALTER TABLE settlements ADD COLUMN currency TEXT NOT NULL DEFAULT 'USD';
DROP INDEX settlements_one_at_a_time;
DROP INDEX settlements_one_a_day;
CREATE UNIQUE INDEX settlements_one_at_a_time ON settlements (account_id, currency) WHERE status = 'closing';
CREATE UNIQUE INDEX settlements_one_a_day ON settlements (account_id, day, currency) WHERE day IS NOT NULL;
