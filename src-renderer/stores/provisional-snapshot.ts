import { defaultCurrency } from '../../src-shared/currency.ts'
import { closedStaffAreas, firstSettings, idleCounter, nothingToSell } from '../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { unknownContact } from '../../src-shared/receipt/shop-contact.ts'

/**
 * What most launches begin with. The counter is drawn from it out of sight while main still reads what this one begins
 * with: the page's code, styles and type are ready when the first snapshot is there. Nobody sees it or presses in it.
 */
export const provisionalSnapshot: Snapshot = {
  ...idleCounter,
  ...closedStaffAreas,
  revision: -1,
  merchant_name: '',
  merchant_contact: unknownContact,
  program_changeable: false,
  training: true,
  currency: defaultCurrency,
  service: { kind: 'starting' },
  terminal: { kind: 'none' },
  settings: { ...firstSettings, language: 'en', time_zone: 'UTC' },
  selling: nothingToSell,
  links: [],
  unreadable_links: 0,
  close_asked: false,
}
