-- What was paid and is not settled yet: few of very many intents. A new intent, which has no payment, costs it nothing.
CREATE INDEX payment_intents_unsettled ON payment_intents (account_id, payment_status, created_at, id)
  WHERE settlement_status = 'unsettled' AND payment_status IS NOT NULL;
