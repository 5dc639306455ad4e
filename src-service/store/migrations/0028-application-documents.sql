-- What was uploaded for an application: sealed, and read by id alone.
CREATE TABLE application_documents (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX application_documents_by_id ON application_documents (id);
CREATE INDEX application_documents_by_age ON application_documents (account_id, created_at, id);
