import { emptyShift } from './cash/shift.ts'
import type { GiftCardsStatus } from './gift-cards/gift-cards.ts'
import type { Selling } from './order/selling.ts'
import type { PrintingStatus } from './printing/printers.ts'
import type { Settings } from './settings/settings.ts'
import type { Snapshot } from './snapshot.ts'
import { rightsOf } from './staff/rights.ts'
import type { StaffStatus } from './staff/staff.ts'

// The state of the counter at launch. Free of schemas: the page needs this file first, and does not need any schema.

/** Default settings; language and time zone come from the computer. */
export const firstSettings: Omit<Settings, 'language' | 'time_zone'> = {
  color_scheme: 'auto',
  tip_presets: [15, 18, 20],
  tip_custom: true,
  sounds: true,
  sound_volume: 'normal',
  ask_above: 500_000,
  discount_limit: 20,
  discount_reasons: false,
  cash: true,
  cash_step: null,
  tabs: false,
  surcharge: null,
  day_ends_at: 0,
  blind_count: false,
  paper: 80,
  customer_display: 'off',
  display_pictures: null,
  start_with_computer: false,
  full_screen: false,
  keep_awake: true,
  counter_name: 'Counter 1',
}

const noGiftCards: GiftCardsStatus = { offered: false, tasks: [] }

/** The staff status at launch: nobody is signed in, and no PIN is known. */
const nobody: StaffStatus = {
  people: null,
  rights: [...rightsOf('cashier')],
  vouches: { manager: null, installer: null },
  role: null,
  closes_at: null,
  pins: { manager: false, installer: false },
  locked_until: { manager: null, installer: null },
}

export const nothingToSell: Selling = {
  catalogue: 'none',
  revision: 0,
  book: null,
  held: 0,
  unreadable: false,
}

export const printingAtStart: PrintingStatus = {
  ready: false,
  waiting: [],
  drawer_stuck: false,
  not_queued: [],
  incomplete: [],
}

/** The counter at launch: no payment is or was in progress. */
export const idleCounter: Pick<
  Snapshot,
  | 'locked_settings'
  | 'real_money'
  | 'sale'
  | 'bill'
  | 'bill_link_url'
  | 'aside'
  | 'given_back_unknown'
  | 'customer'
  | 'tabs'
  | 'drawer'
  | 'gift_cards'
  | 'printing'
  | 'returns'
  | 'unsaved'
  | 'parked'
  | 'unreadable_sales'
  | 'begun_series'
  | 'unreadable_returns'
  | 'attention'
> = {
  locked_settings: [],
  real_money: false,
  sale: { kind: 'ready' },
  bill: null,
  bill_link_url: null,
  aside: [],
  given_back_unknown: [],
  customer: null,
  tabs: [],
  drawer: { shift: emptyShift, damaged: 0 },
  gift_cards: noGiftCards,
  printing: printingAtStart,
  returns: [],
  unsaved: { journal: false, cash: 0 },
  parked: [],
  unreadable_sales: 0,
  begun_series: null,
  unreadable_returns: 0,
  attention: [],
}

/** The closed staff areas at launch, as seen by the cashier. */
export const closedStaffAreas: Pick<Snapshot, 'staff' | 'manager' | 'installer' | 'verify_asked'> = {
  verify_asked: 0,
  staff: nobody,
  manager: { actions: [], unreadable_lines: 0 },
  installer: { pairing: null, pings: [], devices: [] },
}
