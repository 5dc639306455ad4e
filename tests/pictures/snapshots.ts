import { closedStaffAreas, idleCounter, nothingToSell } from '../../src-shared/pos/at-start.ts'
import type { PaymentSummary, SaleFacts, SaleIn, SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { Snapshot, TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { billsOf, partReturned } from './bills.ts'
import { busyOrder } from './busy-order.ts'
import { consentsOf } from './consents.ts'
import { exchangesOf } from './exchanges.ts'
import { giftCardBills, giftCardTasks, offered } from './gift-cards.ts'
import { linksOf } from './links.ts'
import { actions } from './manager-actions.ts'
import { parkedOf } from './parked.ts'
import { printing } from './printing.ts'
import { pair, receipt, receiptWithoutTip } from './receipt-data.ts'
import { rungUp, rungUpForFree } from './rung-up.ts'
import { settings } from './settings.ts'
import { signaturePicture } from './signature-picture.ts'
import { tabsOf } from './tabs.ts'

/** The time of the pictures: the page's clock stands still here. */
export const pictureTime = '2026-11-21T14:05:30.000Z'

const connected: TerminalStatus = {
  kind: 'connected',
  hsn: 'VT-10001',
  name: 'Front counter',
  session_expires_at: '2026-11-21T14:15:00.000Z',
}

const baseSnapshot: Snapshot = {
  revision: 1,
  merchant_name: 'Harbor Street Coffee',
  merchant_contact: { address1: '12 Harbor Street', address2: 'Portland, ME 04101', phone: '(207) 555-0100' },
  program_changeable: false,
  training: true,
  currency: 'USD',
  service: { kind: 'ready' },
  terminal: connected,
  settings,
  ...idleCounter,
  selling: nothingToSell,
  links: [],
  unreadable_links: 0,
  close_asked: false,
  ...closedStaffAreas,
}

const sale: SaleFacts = {
  id: 'sale_01jd7k3v8m2n4p5q6r7s8t9vwx',
  amount: 1234,
  tip: 0,
  currency: 'USD',
  entry: 'card',
  note: '',
  order: null,
  started_at: '2026-11-21T14:05:00.000Z',
  hsn: 'VT-10001',
  intent_id: 'pi_01jd7k3v9a2b3c4d5e6f7g8h9j',
  attempt: 1,
  tip_settled: false,
  failed_payments: [],
  voids: 0,
  bill: null,
  tab: null,
  surcharge_rule: null,
  surcharge: 0,
  surcharge_sent: false,
  no_surcharge: null,
  customer: null,
  token: null,
}
const tipped: SaleFacts = { ...sale, tip: 247, tip_settled: true }

const payment: PaymentSummary = {
  payment_id: 'pmt_01jd7k3vxyz',
  status: 'captured',
  amount: 1481,
  brand: 'visa',
  last_four: '1111',
  entry_mode: 'EMVContact',
  auth_code: '482913',
}

const approved: SaleIn<'approved'> = {
  kind: 'approved',
  sale: tipped,
  payment,
  receipt: [...receipt],
  signature: signaturePicture,
  print: 'not_asked',
}
const ends_at = '2026-11-21T14:07:38.000Z'
const authorizing: SaleIn<'authorizing'> = {
  kind: 'authorizing',
  sale: tipped,
  step: 'waiting_for_card',
  ends_at,
  cancelling: false,
  payment: null,
  asked: 'nothing',
}
const notParkable = { refusals: 0, unanswered: 0, since: null, parkable: false } as const
const checking: SaleIn<'checking'> = {
  kind: 'checking',
  sale: tipped,
  tries: 3,
  cause: 'no_answer',
  cancelling: false,
  otherwise: 'timed_out',
  detail: '',
  ...notParkable,
  ended: false,
  ends_at: null,
}
const voiding: SaleIn<'voiding'> = {
  kind: 'voiding',
  sale: tipped,
  payment,
  tries: 2,
  refused: false,
  signed: false,
  ...notParkable,
}
const decline = (category: string): SaleIn<'declined'> => ({
  kind: 'declined',
  sale: tipped,
  decline: { category, message: '', brand: 'visa', last_four: '9995' },
})
const stopped: SaleIn<'stopped'> = {
  kind: 'stopped',
  sale,
  reason: 'cancelled_by_cashier',
  detail: '',
  money: 'not_moved',
  can_retry: true,
}

const during = (state: SaleState, rest: Partial<Snapshot> = {}): Snapshot => ({
  ...baseSnapshot,
  ...rest,
  sale: state,
})
/** A charge that did not pay: its bill is still open. */
const unpaid = (state: SaleIn<'declined' | 'stopped'>, rest: Partial<Snapshot> = {}): Snapshot => {
  const { amount: total, note } = state.sale
  return during(state, { bill: { ...bills.open, total, note }, ...rest })
}
const deciding = (because: SaleIn<'deciding'>['because'], rest: Partial<SaleIn<'deciding'>> = {}) =>
  during({ kind: 'deciding', sale: tipped, payment, because, sign: false, ...rest })
const terminal = (status: TerminalStatus, rest: Partial<Snapshot> = {}) =>
  during({ kind: 'ready' }, { terminal: status, ...rest })

const held_by = { name: 'Counter 2', since: '2026-11-21T13:58:00.000Z' }
const place = { hsn: 'VT-10001', name: 'Front counter' }

const bills = billsOf(sale, payment)
const byGiftCard = giftCardBills(bills.open)
const exchanges = exchangesOf(bills.open)
export const tabs = tabsOf(sale, payment)
const held: SaleFacts = { ...sale, amount: 6_000, note: 'Maria', tab: { name: 'Maria', stage: 'opening' } }
const closing: SaleFacts = { ...held, amount: 4_150, tip: 800, tab: { name: 'Maria', stage: 'closing' } }
const { signed: _, ...closingFacts } = voiding
const capturing: SaleState = { ...closingFacts, kind: 'capturing', sale: closing, refused: null }
const withTabs: Snapshot = { ...baseSnapshot, settings: { ...baseSnapshot.settings, tabs: true } }

const asking = consentsOf(tipped, ends_at)
const { confirming, customer } = asking
const ringingUp = { ...nothingToSell, catalogue: 'ready', held: 2, book: rungUp } as const

/** Every state that a cashier can see, by the name of its picture. */
export const snapshots = {
  ready: baseSnapshot,
  ...parkedOf(baseSnapshot, { sale, tipped, held, payment, checking, stopped }),
  'ready-order': { ...baseSnapshot, selling: ringingUp },
  'ready-order-busy': busyOrder(baseSnapshot),
  'ready-order-free': { ...baseSnapshot, selling: { ...ringingUp, book: rungUpForFree } },
  'ready-canadian': { ...baseSnapshot, currency: 'CAD', selling: ringingUp },
  'bill-canadian': { ...baseSnapshot, currency: 'CAD', bill: { ...bills.open, currency: 'CAD' } },
  'ready-other-currency': {
    ...baseSnapshot,
    training: false,
    terminal: { kind: 'none' },
    service: { kind: 'other_currency', books: 'USD', account: 'CAD' },
  },
  'ready-books-unopened': {
    ...baseSnapshot,
    training: false,
    terminal: { kind: 'none' },
    service: { kind: 'books_unopened' },
  },
  'exchange-ready': { ...baseSnapshot, returns: [exchanges.waiting] },
  'exchange-order': {
    ...baseSnapshot,
    returns: [exchanges.waiting],
    selling: ringingUp,
  },
  'ready-tabs': { ...withTabs, tabs: [...tabs.open] },
  'ready-tabs-troubled': { ...withTabs, tabs: [...tabs.troubled] },
  ...linksOf(baseSnapshot, bills),
  'ready-attention': { ...baseSnapshot, attention: ['disk'] },
  'ready-for-money': { ...baseSnapshot, training: false, real_money: true },
  'service-starting': during(
    { kind: 'ready' },
    { service: { kind: 'starting' }, terminal: { kind: 'connecting', ...place } },
  ),
  'service-updating': during(
    { kind: 'ready' },
    { service: { kind: 'starting', updating: true }, terminal: { kind: 'connecting', ...place } },
  ),
  'service-unreachable': during(
    { kind: 'ready' },
    { service: { kind: 'unreachable', detail: 'No answer from pay.example.com.' } },
  ),
  'terminal-none': terminal({ kind: 'none' }, { training: false }),
  'terminal-none-training': terminal({ kind: 'none' }),
  'terminal-connecting': terminal({ kind: 'connecting', ...place }),
  'terminal-in-use': terminal({ kind: 'in_use', ...place, held_by, taken: null }, { training: false }),
  'terminal-taken': terminal(
    { kind: 'in_use', ...place, held_by, taken: { stopped: true } },
    { training: false },
  ),
  'terminal-not-owned': terminal({ kind: 'not_owned', ...place }, { training: false }),
  'terminal-offline': terminal({ kind: 'offline', ...place }, { training: false }),
  'ready-checking-refund': { ...baseSnapshot, manager: { actions: [actions.checking], unreadable_lines: 0 } },
  'ready-refund-unresolved': {
    ...baseSnapshot,
    manager: { actions: [actions.unresolved], unreadable_lines: 0 },
  },
  'ready-unsaved': { ...baseSnapshot, unsaved: { journal: true, cash: 0 } },
  creating: during({ kind: 'creating', sale: { ...sale, intent_id: null } }),
  'choosing-tip': during({ kind: 'choosing_tip', sale, cancelling: false, ends_at }),
  'choosing-tip-cancelling': during({ kind: 'choosing_tip', sale, cancelling: true, ends_at }),
  'adding-tip': during({ kind: 'adding_tip', sale: tipped, cancelling: false }),
  'reading-card': during({
    kind: 'reading_card',
    sale: tipped,
    step: 'waiting_for_card',
    cancelling: false,
    ends_at,
  }),
  'confirming-surcharge': during(confirming),
  'adding-surcharge': during({
    kind: 'adding_surcharge',
    sale: { ...confirming.sale, surcharge: 37 },
    cancelling: false,
  }),
  'surcharge-declined': unpaid({ ...stopped, sale: confirming.sale, reason: 'surcharge_declined' }),
  'confirming-saved-card': during(
    {
      ...confirming,
      sale: { ...tipped, token: asking.savedCard },
      surcharge: 0,
      by_cashier: true,
    },
    { customer },
  ),
  'approved-customer': during(approved, { customer }),
  'ready-customer': { ...baseSnapshot, customer },
  'authorizing-waking': during({ ...authorizing, step: null }),
  authorizing: during(authorizing),
  'authorizing-pin': during({ ...authorizing, step: 'pin_entry' }),
  'authorizing-bank': during({ ...authorizing, step: 'authorizing', ends_at: '2026-11-21T14:05:51.000Z' }),
  'authorizing-declined-card-in': during({
    ...authorizing,
    sale: { ...tipped, attempt: 2, failed_payments: ['pmt_01jd7k3vwaa'] },
    step: 'take_card_out_first',
  }),
  'authorizing-card-left-in': during({ ...authorizing, payment, step: 'remove_card' }),
  'authorizing-signing': during({ ...authorizing, payment, step: 'signing' }),
  'authorizing-skipping-signature': during({
    ...authorizing,
    payment,
    step: 'signing',
    asked: 'skip_signature',
  }),
  'authorizing-by-hand': during({
    ...authorizing,
    sale: { ...tipped, entry: 'manual', note: 'Table 4' },
    step: 'entering_card',
  }),
  'authorizing-cancelling': during({ ...authorizing, cancelling: true }),
  'authorizing-time-up': during({ ...authorizing, ends_at: '2026-11-21T14:05:00.000Z' }),
  'authorizing-offline': during(authorizing, { terminal: { kind: 'offline', ...place } }),
  checking: during(checking),
  'checking-restarted': during({ ...checking, cause: 'restarted', tries: 0 }),
  'checking-refused': during({ ...checking, tries: 14, refusals: 10, parkable: true }),
  'checking-parkable': during({ ...checking, tries: 28, cause: 'still_processing', parkable: true }),
  'checking-cancelling': during({ ...checking, cause: 'still_processing', cancelling: true }),
  declined: unpaid(decline('insufficient_funds')),
  'declined-generic': unpaid(decline('do_not_honor')),
  'deciding-after-cancel': deciding('approved_after_cancel'),
  'deciding-void-refused': deciding('void_refused', { sign: true }),
  'deciding-partial': deciding('partial', {
    sale: { ...sale, amount: 650_000 },
    payment: { ...payment, amount: 500_000 },
    sign: true,
  }),
  'deciding-part-returned': deciding('part_returned', { payment: partReturned(payment) }),
  'deciding-too-much': deciding('too_much', { payment: { ...payment, amount: payment.amount + 300 } }),
  'deciding-captured-elsewhere': deciding('captured_elsewhere', { payment: { ...payment, amount: 2_000 } }),
  voiding: during(voiding),
  'voiding-refused': during({ ...voiding, tries: 14, refused: true, refusals: 10, parkable: true }),
  signing: during({ kind: 'signing', sale: tipped, payment }),
  approved: during(approved),
  'approved-no-tip': during({
    ...approved,
    sale: { ...sale, note: 'Table 4' },
    payment: { ...payment, amount: 1234 },
    receipt: receiptWithoutTip,
    signature: null,
    print: 'printed',
  }),
  'approved-partial': during({
    ...approved,
    payment: { ...payment, amount: 1000 },
    receipt: receipt.flatMap((line) =>
      line.kind === 'pair' && line.left === 'Total USD'
        ? [line, pair('Approved USD', '$10.00', 'bold'), pair('BALANCE DUE USD', '$2.34', 'bold')]
        : [line],
    ),
  }),
  'approved-split': during(approved, { bill: bills.paidByCards }),
  'bill-to-pay': { ...baseSnapshot, bill: bills.open },
  'bill-part-paid': { ...baseSnapshot, bill: bills.partPaid },
  'bill-restored': { ...baseSnapshot, bill: bills.restored },
  'bill-restored-looking': { ...baseSnapshot, bill: bills.restoredUnseen },
  'bill-paid': { ...baseSnapshot, bill: bills.paid },
  'bill-free': { ...baseSnapshot, bill: { ...bills.open, order: rungUpForFree.draft, total: 0 } },
  'bill-hand-back': { ...baseSnapshot, bill: bills.handBack },
  'exchange-to-pay': { ...baseSnapshot, bill: exchanges.toPay, returns: [exchanges.waiting] },
  'exchange-rest-goes-back': { ...baseSnapshot, bill: exchanges.paid, returns: [exchanges.goingBack] },
  'exchange-rest-refused': { ...baseSnapshot, bill: exchanges.paid, returns: [exchanges.refusedForMore] },
  'bill-gift-card-asking': { ...baseSnapshot, bill: byGiftCard.asking, gift_cards: offered },
  'bill-gift-card-refused': { ...baseSnapshot, bill: byGiftCard.refused, gift_cards: offered },
  'bill-gift-card-paid': { ...baseSnapshot, bill: byGiftCard.paid, gift_cards: offered },
  'gift-cards-to-hand-over': { ...baseSnapshot, gift_cards: giftCardTasks },
  'printing-held': { ...baseSnapshot, printing: printing.held },
  'printing-asked': { ...baseSnapshot, bill: bills.paid, printing: printing.asked },
  'bill-given-back': { ...baseSnapshot, bill: bills.givenBack },
  'tab-open': during({ ...approved, sale: held, receipt: [], signature: null }),
  capturing: during(capturing),
  'capturing-parkable': during({ ...capturing, refusals: 10, parkable: true }),
  'stopped-hold-ended': during(
    { ...stopped, sale: closing, reason: 'hold_ended', can_retry: false },
    { bill: { ...bills.open, total: 4_150, note: 'Maria' } },
  ),
  'approved-print-failed': during({ ...approved, print: 'failed' }),
  'approved-printing': during({ ...approved, print: 'printing' }),
  'stopped-by-cashier': unpaid(stopped),
  'stopped-by-customer': unpaid({ ...stopped, reason: 'cancelled_by_customer' }),
  'stopped-timed-out': unpaid({ ...stopped, reason: 'timed_out' }),
  'stopped-interrupted': unpaid({ ...stopped, reason: 'interrupted', can_retry: false }),
  'stopped-voided': unpaid({ ...stopped, sale: tipped, reason: 'voided', money: 'voided', can_retry: false }),
  'stopped-released': during({
    ...{ ...stopped, sale: held, reason: 'voided', money: 'voided' },
    ...{ can_retry: false, returned: held.amount, released: true },
  }),
  'stopped-in-use': unpaid(
    { ...stopped, reason: 'terminal_in_use' },
    { terminal: { kind: 'in_use', ...place, held_by, taken: null }, training: false },
  ),
  'stopped-taken-over': unpaid(
    { ...stopped, reason: 'taken_over' },
    { terminal: { kind: 'in_use', ...place, held_by, taken: { stopped: true } }, training: false },
  ),
  'stopped-not-connected': unpaid(
    { ...stopped, reason: 'terminal_not_connected', detail: 'Terminal VT-10001 is not connected.' },
    { terminal: { kind: 'offline', ...place } },
  ),
  'stopped-not-owned': unpaid(
    { ...stopped, reason: 'terminal_not_connected', detail: 'No terminal with hsn VT-10001.' },
    { terminal: { kind: 'not_owned', ...place }, training: false },
  ),
  'stopped-service': unpaid({
    ...stopped,
    reason: 'service_unreachable',
    detail: 'fetch failed: connect ECONNREFUSED 127.0.0.1:4010',
  }),
  'stopped-not-saved': unpaid({ ...stopped, reason: 'not_saved' }),
  'stopped-refused': unpaid({
    ...stopped,
    reason: 'refused',
    can_retry: false,
    detail: 'amount is 100000000000, more than this account may charge (99999999).',
  }),
} as const satisfies Readonly<Record<string, Snapshot>>

export type SnapshotName = keyof typeof snapshots
