-- What events show of payments and intents that have changed since, one row for each version: an event says which it shows (sequence),
-- and is itself never written again. A version that no later one differs from has none: the row itself is it, or a later copy.
-- Events of before that hold their copies keep them. PostgreSQL's events hold theirs at once.
CREATE TABLE event_copies (
  resource_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  -- When the resource came to be so, ms.
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (resource_id, version)
) STRICT;

DROP VIEW event_log;
CREATE VIEW event_log AS
SELECT id, account_id, type, created_at, sequence, coalesce(
  object,
  (
    SELECT document FROM event_copies
    WHERE event_copies.resource_id = events.resource_id AND event_copies.version >= events.sequence
    ORDER BY event_copies.version LIMIT 1
  ),
  CASE kind
    WHEN 'payment_intent' THEN (SELECT document FROM payment_intents WHERE payment_intents.id = resource_id)
    WHEN 'payment' THEN (SELECT document FROM payments WHERE payments.id = resource_id)
  END
) AS object
FROM events;
-- Events that refer to an unchanged row were found by it, to be given their copy.
DROP INDEX events_of_unchanged;
