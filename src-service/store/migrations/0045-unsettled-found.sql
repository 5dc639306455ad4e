-- What is not settled yet, by any status: few of very many intents, which an index of all would hold to no use.
CREATE INDEX payment_intents_unsettled ON payment_intents (account_id, created_at, id, status, payment_status)
  WHERE settlement_status = 'unsettled';
