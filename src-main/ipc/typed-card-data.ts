import { cardDataPath } from '../../src-shared/payments/card-data.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'

/** Ids and serial numbers, which may look like a card number: they are generated, not typed by people. */
const idNames = /^(id|hsn|replaces|serial)$|_ids?$/

/**
 * Other fields without text typed by a person: ids with other names, ports, pictures and article codes; secrets, which
 * are not stored as typed; whole files; and the fields of a terminal's diagnostic.
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
 * PCI DSS 3: text typed into a note, a name or a reason is stored permanently in the counter's files, even if it is not
 * sent to the service. So a card number, or track data typed by a card reader, is refused before anything else is done
 * with it.
 */
export function refuseTypedCard(name: PosCommandName, payload: unknown): CommandRefusal | null {
  const path = cardDataPath(payload, { except: notSearched[name] ?? [], exceptNames: idNames })
  return path === null ? null : { code: 'card_data', message: `${path} contains a card number` }
}
