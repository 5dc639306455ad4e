import { cardDataPath } from '../../src-shared/payments/card-data.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'

/**
 * Fields that hold no words of a person: pictures, ids and codes of articles, whose digits look like a card now and then;
 * secrets, which are not kept as they are typed; whole files; and what a terminal is tried with.
 */
const notSearched: { readonly [Name in PosCommandName]?: readonly string[] } = {
  'order.change': ['id', 'request.line_id', 'request.discount_id'],
  'sale.sign': ['signature'],
  'returns.begin': ['lines'],
  'catalogue.save_item': ['picture', 'item.id', 'item.barcode'],
  'catalogue.preview_import': ['text'],
  'catalogue.import': ['text'],
  'payments.add_note': ['id'],
  'parked.record': ['id'],
  'printers.set_logo': ['picture'],
  'settings.preview_profile': ['text'],
  'settings.apply_profile': ['text'],
  'backup.save': ['passphrase'],
  'backup.open': ['passphrase'],
  'staff.recover': ['secret'],
  'service.check': ['api_key', 'fingerprint'],
  'service.connect': ['api_key', 'fingerprint'],
  'service.unlock': ['api_key'],
  'terminals.pair': ['hsn', 'claim_code'],
  'terminals.try': ['hsn', 'fields'],
}

/**
 * PCI DSS 3: what somebody types into a note, a name or a reason is kept in the counter's files as it was typed, for good, also
 * where no request to the service carries it. A card number, or what a reader types of a card's track, is refused before
 * anything is done with it.
 */
export function refuseTypedCard(name: PosCommandName, payload: unknown): CommandRefusal | null {
  const path = cardDataPath(payload, { except: notSearched[name] ?? [] })
  return path === null ? null : { code: 'card_data', message: `${path} holds a card number` }
}
