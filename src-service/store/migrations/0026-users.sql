-- Section 2.11: who may sign in to the portal, under its tenant. One user for an address of a business or a partner.
CREATE TABLE users (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('BUSINESS', 'PARTNER')),
  business_id TEXT,
  partner_id TEXT,
  email TEXT NOT NULL,
  login_hash TEXT UNIQUE,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX users_by_id ON users (id);
CREATE INDEX users_by_age ON users (account_id, created_at, id);
CREATE INDEX users_by_business ON users (account_id, business_id, created_at, id);
CREATE UNIQUE INDEX users_by_email
  ON users (account_id, email, coalesce(business_id, ''), coalesce(partner_id, ''));

CREATE TABLE user_sessions (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX user_sessions_by_id ON user_sessions (id);
CREATE INDEX user_sessions_by_age ON user_sessions (account_id, created_at, id);
CREATE INDEX user_sessions_by_user ON user_sessions (account_id, user_id, created_at, id);
