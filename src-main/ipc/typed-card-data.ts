import { cardDataPath } from '../../src-shared/payments/card-data.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'

/** Ids and serial numbers, whose digits look like a card now and then: programs and makers draw them, nobody writes into them. */
const idNames = /^(id|hsn|replaces|serial)$|_ids?$/

/**
 * What else holds no words of a person: ids by other names, ports, pictures and codes of articles; secrets, which are not
 * kept as they are typed; whole files; and what a terminal is tried with.
 */
const notSearched: { readonly [Name in PosCommandName]?: readonly string[] } = {
  'sale.charge': ['saved_card'],
  'sale.sign': ['signature'],
  'returns.begin': ['lines', 'tips'],
  'gift_cards.print': ['reference'],
  'gift_cards.put_away': ['reference'],
  'catalogue.save_item': ['picture', 'item.barcode'],
  'catalogue.preview_import': ['text'],
  'catalogue.import': ['text'],
  'payments.search': ['after'],
  'payments.export': ['after'],
  'devices.carry': ['path'],
  'peripherals.set_up': ['port.path'],
  'printers.save': ['address.path', 'address.queue'],
  'printers.set_logo': ['picture'],
  'settings.preview_profile': ['text'],
  'settings.apply_profile': ['text'],
  'backup.save': ['passphrase'],
  'backup.open': ['passphrase'],
  'staff.recover': ['secret'],
  'service.check': ['api_key', 'fingerprint'],
  'service.connect': ['api_key', 'fingerprint'],
  'service.unlock': ['api_key'],
  'terminals.pair': ['claim_code'],
  'terminals.try': ['fields'],
}

/**
 * PCI DSS 3: what somebody types into a note, a name or a reason is kept in the counter's files as it was typed, for good, also
 * where no request to the service carries it. A card number, or what a reader types of a card's track, is refused before
 * anything is done with it.
 */
export function refuseTypedCard(name: PosCommandName, payload: unknown): CommandRefusal | null {
  const path = cardDataPath(payload, { except: notSearched[name] ?? [], exceptNames: idNames })
  return path === null ? null : { code: 'card_data', message: `${path} holds a card number` }
}
