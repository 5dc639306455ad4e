import { defaultCurrency } from '../../src-shared/currency.ts'
import { closedStaffAreas, firstSettings, idleCounter, nothingToSell } from '../../src-shared/pos/at-start.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { unknownContact } from '../../src-shared/receipt/shop-contact.ts'

/**
 * The state in which most launches begin. The counter is drawn from it invisibly while main still reads the real one:
 * code, styles and fonts are ready when the first snapshot arrives. It cannot be seen or pressed.
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
