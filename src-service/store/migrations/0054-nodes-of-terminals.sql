-- The nodes of the service that reach each other, and which of them has the link of which terminal. By when it changed: each node
-- looks for what has moved away from it.
CREATE TABLE service_nodes (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX service_nodes_by_id ON service_nodes (id);
CREATE INDEX service_nodes_by_age ON service_nodes (account_id, created_at, id);

CREATE TABLE terminal_links (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;
CREATE UNIQUE INDEX terminal_links_by_id ON terminal_links (id);
CREATE INDEX terminal_links_by_age ON terminal_links (account_id, created_at, id);
CREATE INDEX terminal_links_by_change ON terminal_links (changed_at, id);
