-- The accounts and businesses of a partner.
CREATE INDEX accounts_by_partner ON accounts (partner, created_at, id);
CREATE INDEX businesses_by_partner ON businesses (partner, created_at, id);
