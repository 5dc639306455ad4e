-- Ours: the heads of the tills' audits (docs/decisions/0069), one row each and never changed, and of each till the newest.
CREATE TABLE audit_anchors (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version = 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  counter TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  status TEXT NOT NULL CHECK (status IN ('accepted', 'refused')),
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX audit_anchors_by_id ON audit_anchors (id);
CREATE INDEX audit_anchors_by_age ON audit_anchors (account_id, created_at, id);
CREATE INDEX audit_anchors_by_counter ON audit_anchors (account_id, counter, status, created_at, id);
CREATE UNIQUE INDEX audit_anchors_one_an_entry ON audit_anchors (account_id, counter, sequence) WHERE status = 'accepted';
CREATE TABLE audit_counters (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE INDEX audit_counters_by_age ON audit_counters (account_id, created_at, id);
