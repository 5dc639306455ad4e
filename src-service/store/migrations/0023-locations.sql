-- Section 2.11: where a business sells. Found by business (section 4.3), and by partner for the keys of one; a name is
-- compared row by row.
CREATE TABLE locations (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  partner_id TEXT,
  name TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX locations_by_id ON locations (id);
CREATE INDEX locations_by_age ON locations (account_id, created_at, id);
CREATE INDEX locations_by_business ON locations (account_id, business_id, created_at, id);
CREATE INDEX locations_by_partner ON locations (account_id, partner_id, created_at, id);
