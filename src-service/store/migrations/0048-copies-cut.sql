-- The copy of an intent holds its payment once more, which is most of it. Where the payment has a copy of the same moment, the intent's is
-- kept without: which copy belongs there, and after how many characters. Both are removed at the same time.
ALTER TABLE event_copies ADD COLUMN held_id TEXT;
ALTER TABLE event_copies ADD COLUMN held_version INTEGER;
ALTER TABLE event_copies ADD COLUMN cut_at INTEGER;

DROP VIEW event_log;
CREATE VIEW event_log AS
SELECT id, account_id, type, created_at, sequence, coalesce(
  object,
  (
    SELECT CASE WHEN cut_at IS NULL THEN document ELSE
      substr(document, 1, CAST(cut_at AS int))
      || (
        SELECT held.document FROM event_copies AS held
        WHERE held.resource_id = event_copies.held_id AND held.version = event_copies.held_version
      )
      || substr(document, CAST(cut_at AS int) + 1)
    END
    FROM event_copies
    WHERE event_copies.resource_id = events.resource_id AND event_copies.version >= events.sequence
    ORDER BY event_copies.version LIMIT 1
  ),
  CASE kind
    WHEN 'payment_intent' THEN (SELECT document FROM payment_intents WHERE payment_intents.id = resource_id)
    WHEN 'payment' THEN (SELECT document FROM payments WHERE payments.id = resource_id)
  END
) AS object
FROM events;
