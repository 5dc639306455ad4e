-- Section 2.11: boarding applications, by business, partner and status. Tax, birth and bank data are sealed in the document.
CREATE TABLE applications (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  business_id TEXT NOT NULL,
  partner_id TEXT,
  status TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX applications_by_id ON applications (id);
CREATE INDEX applications_by_age ON applications (account_id, created_at, id);
CREATE INDEX applications_by_business ON applications (account_id, business_id, created_at, id);
CREATE INDEX applications_by_partner ON applications (account_id, partner_id, created_at, id);
CREATE INDEX applications_by_status ON applications (account_id, status, created_at, id);
