-- Former versions took a card for credit whose funding nobody had stated. It is unknown until the next authorization
-- states it: unknown bears no surcharge. Documents are compact JSON, in whose texts each quote is escaped. The merchant's
-- own meta_data stay as they are: the method's id comes after them, and its card after that.
UPDATE payment_methods
SET document = substr(document, 1, instr(document, '"id":"' || id || '"'))
  || replace(substr(document, instr(document, '"id":"' || id || '"') + 1), '"funding":"credit"', '"funding":"unknown"');
