-- Events whose deliveries are not written down yet. PostgreSQL writes a row anew to change a column of it, and an event is mostly the
-- document that it shows: what is pending has a row of its own there, which is removed. SQLite goes on marking the event (`pending`),
-- and so do nodes of the version before on a shared database.
CREATE TABLE pending_events (
  id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
