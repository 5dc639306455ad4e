-- Former versions took a card for credit whose funding nobody had stated. It is unknown until the next authorization
-- states it: unknown bears no surcharge. Documents are compact JSON, in whose texts each quote is escaped.
UPDATE payment_methods SET document = replace(document, '"funding":"credit"', '"funding":"unknown"');
