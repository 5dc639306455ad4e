-- The words by which an intent is found (intent-words.ts), and the fields it has each in, as bits. In the order of a list: a
-- word singles out few of very many intents, the newest first. Of a card there are the last four digits and the brand.
CREATE TABLE payment_intent_words (
  account_id TEXT NOT NULL,
  word TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  fields INTEGER NOT NULL,
  PRIMARY KEY (account_id, word, created_at, id)
) STRICT, WITHOUT ROWID;

-- 1, or NULL: an intent of before, that has no words yet. The service writes those anew (fold-names.ts).
ALTER TABLE payment_intents ADD COLUMN folded INTEGER;
CREATE INDEX payment_intents_without_words ON payment_intents (created_at, id) WHERE folded IS NULL;
