import { describe, expect, test } from 'vitest'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type { AtCounter, CounterStep } from '../../../../../src-shared/pos/bill/bill-events.ts'
import {
  billTransition,
  parkedBillTransition,
  reopen,
} from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { claimsIntent } from '../../../../../src-shared/pos/bill/claims.ts'
import { leaveParked } from '../../../../../src-shared/pos/bill/leave-parked.ts'
import type { Tab } from '../../../../../src-shared/pos/bill/tab.ts'
import { plainLine } from '../../../../../src-shared/pos/order/plain-line.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import type { PaymentSummary } from '../../../../../src-shared/pos/sale/sale.ts'
import { saleKeys } from '../../../../../src-shared/pos/sale/sale-keys.ts'
import { firstLook, stop } from '../../../../../src-shared/pos/transition/step.ts'
import { at, checking, facts, payment } from '../transition/sale-fixtures.ts'
import { noBill } from './bill-fixtures.ts'

const order = { id: 'ord_1', lines: [plainLine('line_1', 'Beer', 3_000)], discounts: [] }
const held = payment({ amount: 5_000, status: 'uncaptured' })
const tab: Tab = {
  sale: facts({ amount: 5_000, order, tab: { name: 'Ann', stage: 'opening' } }),
  payment: held,
  opened_at: at,
  status: 'held',
  rounds: ['ord_1'],
}
const open: AtCounter = { ...noBill, sale: { kind: 'ready' }, tabs: [tab] }
const noTabs = { ...open, tabs: [] }
const close = { kind: 'close_tab', at, tab_id: 'sale_1', bill_id: 'bill_1', total: 3_000, tip: 500 } as const
const kinds = ({ effects }: CounterStep) => effects.map(({ kind }) => kind)
const of = (attempt: number) => ({ sale_id: 'sale_1', attempt, at }) as const

test('a hold that was given up is not captured, even while the service still shows it as held', () => {
  const refused = stop(facts({ tab: { name: 'Ann', stage: 'closing' } }), 'refused', 'no')
  const closing = { ...billTransition(open, close).next, sale: refused }
  const otherwise = billTransition(closing, { kind: 'pay_otherwise', at })
  expect(kinds(otherwise)).toContain('cancel_intent')
  const left = billTransition(otherwise.next, { kind: 'finish', at }).next
  const seen = billTransition(left, { kind: 'tab_seen', at, tab_id: 'sale_1', found: 'held' }).next
  expect(seen.tabs).toMatchObject([{ status: 'ended' }])
  // Its bill is paid by something else.
  expect(billTransition(seen, close).next).toMatchObject({ bill: { tenders: [] }, sale: { kind: 'ready' } })
})

test('a round that is sent twice is on the tab once', () => {
  const add = { kind: 'add_to_tab', tab_id: 'sale_1', order: { ...order, id: 'ord_2' }, at } as const
  const round = { ...add, order: { ...add.order, lines: [plainLine('line_2', 'Fish', 1_500)] } }
  const added = billTransition(open, round).next
  expect(added.tabs).toMatchObject([{ rounds: ['ord_1', 'ord_2'] }])
  const renamed = { ...round, order: { ...round.order, lines: [plainLine('line_3', 'Fish', 1_500)] } }
  expect(billTransition(added, renamed)).toEqual({ next: added, effects: [] })
})

test('a tab is closed only with the total of its order, and with a tip that its hold covers', () => {
  const refused = { next: open, effects: [] }
  expect(billTransition(open, { ...close, total: 2_999 })).toEqual(refused)
  expect(billTransition(open, { ...close, tip: 2_001 })).toEqual(refused)
  expect(kinds(billTransition(open, { ...close, tip: 2_000 }))).toEqual(['capture_intent'])
})

describe('removing a line from a tab', () => {
  const beer = plainLine('line_1', 'Beer', 3_000)
  const fish = plainLine('line_2', 'Fish', 1_500)
  const discount = { id: 'd1', discount: { kind: 'amount', value: 100, reason: 'Regular' } } as const
  const withLines = (...lines: (typeof beer)[]): AtCounter => ({
    ...open,
    tabs: [{ ...tab, sale: { ...tab.sale, order: { id: 'ord_1', lines, discounts: [discount] } } }],
  })
  const off = (line_id: string) => ({ kind: 'remove_from_tab', tab_id: 'sale_1', line_id, at }) as const
  const back = { kind: 'put_back_on_tab', tab_id: 'sale_1', at } as const
  const replay = (counter: AtCounter, ...events: Parameters<typeof billTransition>[1][]) =>
    events.reduce((now, event) => billTransition(now, event).next, counter)

  test('a removed line is put back at its place, and only once', () => {
    const counter = withLines(beer, fish)
    const without = replay(counter, off('line_1'))
    expect(without.tabs[0]?.sale.order?.lines).toEqual([fish])
    const again = replay(without, back)
    expect(again.tabs).toEqual(counter.tabs)
    expect(replay(again, back)).toBe(again)
  })

  test('lines that were removed one after the other are put back in turn', () => {
    const counter = withLines(beer, fish)
    const without = replay(counter, off('line_1'), off('line_2'))
    expect(replay(without, back).tabs[0]?.sale.order?.lines).toEqual([fish])
    expect(replay(without, back, back).tabs).toEqual(counter.tabs)
  })

  test('the only line of a tab is put back with the discounts of its order', () => {
    const counter = withLines(beer)
    const without = replay(counter, off('line_1'))
    expect(without.tabs[0]?.sale.order).toBeNull()
    expect(replay(without, back).tabs).toEqual(counter.tabs)
  })

  test('a line removed before the next round cannot be put back', () => {
    const round = { id: 'ord_2', lines: [plainLine('line_9', 'Tea', 400)], discounts: [] }
    const later = replay(withLines(beer, fish), off('line_1'), {
      kind: 'add_to_tab',
      tab_id: 'sale_1',
      order: round,
      at,
    })
    expect(replay(later, back)).toBe(later)
  })
})

describe('a tab whose capture was refused', () => {
  test('closing a tab again uses another idempotency key', () => {
    const first = billTransition(open, close)
    const refused = { kind: 'capture_failed', refused: true, detail: 'no', ...of(2) } as const
    const found = { kind: 'paid', payment: held, sign: false } as const
    const stopped = billTransition(billTransition(first.next, refused).next, {
      kind: 'looked_up',
      found,
      idle: true,
      ...of(2),
    })
    expect(stopped.next.sale.kind).toBe('stopped')
    const again = billTransition(billTransition(stopped.next, { kind: 'finish', at }).next, {
      ...close,
      tip: 700,
    })
    const keys = [first, again].map(({ effects: [effect] }) =>
      effect?.kind === 'capture_intent' ? saleKeys.capture(effect.sale, effect.tries) : null,
    )
    expect(keys).toEqual(['sale_1-capture-2-0', 'sale_1-capture-3-0'])
  })

  test('a tab whose hold had ended before it was closed no longer counts as held', () => {
    const refused = { kind: 'capture_failed', refused: true, detail: 'no', ...of(2) } as const
    const waiting = billTransition(billTransition(open, close).next, refused).next
    const gone = { kind: 'looked_up', found: { kind: 'voided', open: false }, idle: true } as const
    const stopped = billTransition(waiting, { ...gone, ...of(2) }).next
    expect(stopped.sale).toMatchObject({ kind: 'stopped', reason: 'hold_ended' })
    expect(billTransition(stopped, { kind: 'finish', at }).next.tabs).toMatchObject([{ status: 'ended' }])
  })
})

describe('a tab whose card was captured elsewhere', () => {
  const taken = (amount: number) =>
    ({
      kind: 'looked_up',
      found: { kind: 'paid', payment: payment({ amount }), sign: false },
      idle: true,
    }) as const
  test.each(['unknown', 'held'] as const)(
    'before a card is released, its payment is looked up (%s)',
    (status) => {
      const counter = { ...open, tabs: [{ ...tab, status }] }
      const released = billTransition(counter, { kind: 'release_tab', tab_id: 'sale_1', at })
      expect(kinds(released)).toEqual(['look_up'])
      const found = { kind: 'paid', payment: held, sign: false } as const
      const standing = billTransition(released.next, { kind: 'looked_up', found, idle: true, ...of(1) })
      expect(kinds(standing)).toEqual(['void_intent'])
      // Nothing was charged, so no money is returned.
      const gone = billTransition(standing.next, { kind: 'void_accepted', ...of(1) })
      expect(gone.next.sale).toMatchObject({ kind: 'stopped', reason: 'voided', released: true })
      const refunded = { kind: 'voided', open: false, returned: 5_000 } as const
      const elsewhere = billTransition(standing.next, {
        kind: 'looked_up',
        found: refunded,
        idle: true,
        ...of(1),
      })
      expect(elsewhere.next.sale).toMatchObject({ kind: 'stopped', returned: 5_000 })
      expect(elsewhere.next.sale).not.toHaveProperty('released')
      const captured = billTransition(released.next, { ...taken(4_500), ...of(1) })
      expect(captured.effects).toEqual([])
      expect(captured.next.sale).toMatchObject({ kind: 'deciding', because: 'captured_elsewhere' })
      const kept = billTransition(captured.next, { kind: 'decide', choice: 'keep', at })
      expect(kept.next.tabs).toMatchObject([{ sale: { id: 'sale_1' }, payment: { status: 'captured' } }])
    },
  )

  test('a tab whose card was captured elsewhere can be closed, and not released', () => {
    const counter = { ...open, tabs: [{ ...tab, status: 'captured' as const }] }
    const released = billTransition(counter, { kind: 'release_tab', tab_id: 'sale_1', at })
    expect(released).toEqual({ next: counter, effects: [] })
    expect(kinds(billTransition(counter, close))).toEqual(['capture_intent'])
  })

  test('a capture of another amount does not become a tip before a person has seen it', () => {
    const closing = billTransition(open, close).next
    const waiting = billTransition(closing, { kind: 'capture_failed', refused: true, detail: 'x', ...of(2) })
    const found = billTransition(waiting.next, { ...taken(5_000), ...of(2) })
    expect(found.next).toMatchObject({ sale: { kind: 'deciding' }, bill: { tenders: [] } })
    const own = billTransition(waiting.next, { ...taken(3_500), ...of(2) })
    expect(own.next.bill?.tenders).toMatchObject([{ amount: 3_000, tip: 500 }])
  })
})

describe('a tab whose opening was parked', () => {
  const opening = facts({ amount: 5_000, order, tab: { name: 'Ann', stage: 'opening' } })
  const parkedAt = (state: ParkedSale['state'], bill: Bill | null = null): ParkedSale => ({
    state,
    parked_at: at,
    bill,
  })
  const checked = (changes = {}) =>
    checking({ sale: opening, parkable: true, ...changes }) as ParkedSale['state']
  const found = (one: ParkedSale) =>
    parkedBillTransition(one, {
      kind: 'looked_up',
      found: { kind: 'paid', payment: held, sign: true },
      idle: true,
      ...of(one.state.sale.attempt),
    })

  test('when the hold of an opening is gone, nothing was charged, and no money is shown as returned', () => {
    const looked = (returned?: number) =>
      parkedBillTransition(parkedAt(checked()), {
        kind: 'looked_up',
        found: { kind: 'voided', open: true, ...(returned === undefined ? {} : { returned }) },
        idle: true,
        ...of(opening.attempt),
      }).next.state
    expect(looked()).toMatchObject({ kind: 'stopped', money: 'voided', released: true })
    expect(looked(5_000)).toMatchObject({ kind: 'stopped', money: 'voided', returned: 5_000 })
    expect(looked(5_000)).not.toHaveProperty('released')
  })

  test('an opening that turns out approved becomes a tab at once, without a decision', () => {
    expect(found(parkedAt(checked()))).toMatchObject({ opened: { ...tab, status: 'held' }, effects: [] })
  })

  test('an opening that the cashier cancelled becomes a tab only when a person keeps it', () => {
    const { next, opened } = found(parkedAt(checked({ cancelling: true })))
    expect([next.state.kind, opened]).toEqual(['deciding', null])
    const kept = parkedBillTransition(next, { kind: 'decide', choice: 'keep', at })
    expect(kept.opened).toMatchObject({ sale: { id: 'sale_1' }, status: 'held' })
    const given = parkedBillTransition(next, { kind: 'decide', choice: 'void', at })
    expect(given).toMatchObject({ opened: null, next: { state: { kind: 'voiding' } } })
  })

  test('the money of a parked tab is moved only by the counter, until the card holds nothing', () => {
    const counter = { ...open, tabs: [] }
    const claimed = (one: ParkedSale) => claimsIntent(counter, [one], 'pi_1')
    expect(claimed(parkedAt(checked()))).toBe(true)
    expect(claimsIntent(counter, [parkedAt(checked())], 'pi_2')).toBe(false)
    expect(claimed(parkedAt(checked({ sale: facts() })))).toBe(false)
    // Otherwise a refund made elsewhere would go unnoticed.
    const undecided = { kind: 'deciding', sale: facts(), payment: payment(), sign: false } as const
    expect(claimed(parkedAt({ ...undecided, because: 'parked' }))).toBe(true)
    const stopped = stop(opening, 'voided', '', { money: 'voided' }) as ParkedSale['state']
    expect(claimed(parkedAt(stopped))).toBe(false)
    const { bill, sale } = billTransition(open, close).next
    const closing = sale as ParkedSale['state']
    expect(claimed(parkedAt(closing, bill))).toBe(true)
    expect(claimed(parkedAt(stop(closing.sale, 'refused', '') as ParkedSale['state'], bill))).toBe(true)
  })
})

describe('a tab whose bill was undone', () => {
  test('a tab is open again when the cash that paid a part of it is handed back', () => {
    const ended = { ...open, tabs: [{ ...tab, status: 'ended' } as const] }
    const bill = billTransition(ended, { ...close, tip: 0 }).next
    const cash = {
      kind: 'take_cash',
      id: 'cash_1',
      tendered: 1_000,
      balance: 3_000,
      step: 1,
      bill: null,
    } as const
    const undone = billTransition(billTransition(bill, { ...cash, at }).next, { kind: 'undo_bill', at })
    const returned = billTransition(undone.next, { kind: 'cash_returned', id: 'cash_2', at })
    const left = billTransition(returned.next, { kind: 'finish', at })
    expect(left.next).toMatchObject({ bill: null, tabs: [{ status: 'ended', sale: { order } }] })
    expect(kinds(left)).toEqual(['file_bill'])
  })

  test('when the card of a tab is voided along with the bill, the reopened tab has no hold', () => {
    const more = { ...order, lines: [plainLine('line_1', 'Dinner', 6_000)] }
    const counter = { ...open, tabs: [{ ...tab, sale: { ...tab.sale, order: more } }] }
    const closing = billTransition(counter, { ...close, total: 6_000, tip: 0 })
    const captured = billTransition(closing.next, {
      kind: 'captured',
      payment: payment({ amount: 5_000 }),
      ...of(2),
    })
    const undone = billTransition(captured.next, { kind: 'undo_bill', at })
    const voided = billTransition(undone.next, { kind: 'void_accepted', ...of(2) })
    const left = billTransition(voided.next, { kind: 'finish', at })
    expect(left.next).toMatchObject({ bill: null, tabs: [{ status: 'ended', sale: { order: more } }] })
  })
})

describe('a tab whose bill was to be paid by another card', () => {
  const ended = { ...open, tabs: [{ ...tab, status: 'ended' } as const] }
  const bill = billTransition(ended, { ...close, tip: 0 }).next.bill
  const other = facts({
    id: 'sale_2',
    amount: 3_000,
    intent_id: 'pi_2',
    bill: { number: 'KT1001', total: 3_000 },
  })
  const unknown = checking({ sale: other, parkable: true }) as ParkedSale['state']

  test.each([
    ['nothing was charged', stop(other, 'interrupted', '')],
    ['its money went back', stop(other, 'voided', '', { money: 'voided' })],
  ])('a tab is open again when the parked payment of its bill is left: %s', (_, state) => {
    const left = reopen(noTabs, { state: state as ParkedSale['state'], bill })
    expect(left?.next).toMatchObject({ bill: null, tabs: [{ status: 'ended', sale: { order } }] })
  })

  const voiding = {
    kind: 'voiding',
    sale: other,
    payment: payment(),
    refused: false,
    signed: false,
    ...firstLook,
  } as const
  test.each([
    ['a charge happened', unknown, 'done', []],
    ['a charge did not happen', unknown, 'not_done', [{ sale: { order } }]],
    ['a void happened', voiding, 'done', [{ sale: { order } }]],
    ['a void did not happen', voiding, 'not_done', []],
  ] as const)(
    'a tab is open again only if nothing was charged to its card: a manager records that %s',
    (_, state, finding, tabs) => {
      const record = { finding, text: 'Statement, line 7', author: 'Ana', at, at_service: false }
      const one = { state, parked_at: at, bill, record }
      expect(leaveParked(noTabs, one, Date.parse(at))?.next).toMatchObject({ bill: null, tabs })
    },
  )
})

describe('a payment that was signed and whose void the bank refused', () => {
  const refused = { kind: 'void_failed', refused: true, detail: 'no' } as const
  const found = (shown: PaymentSummary) =>
    ({ kind: 'looked_up', found: { kind: 'paid', payment: shown, sign: true }, idle: true }) as const
  const keep = { kind: 'decide', choice: 'keep', at } as const

  test('a tab that is kept after a refused release needs no new signature', () => {
    const released = billTransition(open, { kind: 'release_tab', tab_id: 'sale_1', at }).next
    const sent = billTransition(released, { ...found(held), ...of(1) }).next
    const standing = billTransition(billTransition(sent, { ...refused, ...of(1) }).next, {
      ...found(held),
      ...of(1),
    })
    expect(standing.next.sale).toMatchObject({ kind: 'deciding', because: 'void_refused' })
    expect(billTransition(standing.next, keep).next).toMatchObject({
      sale: { kind: 'approved' },
      tabs: [{ sale: { id: 'sale_1' } }],
    })
  })

  test('a card of a bill that could not be undone needs no new signature', () => {
    const sale = { id: 'sale_1', amount: 2_000, currency: 'USD', entry: 'card', note: '', hsn: 'VT' } as const
    const asked = { id: 'bill_1', order: null, total: 5_000, currency: 'USD', note: '' }
    const paid = payment({ amount: 2_000 })
    let now = billTransition(noTabs, { kind: 'open_bill', bill: asked, at }).next
    now = billTransition(now, { kind: 'charge', sale, at }).next
    now = billTransition(now, { kind: 'intent_created', intent_id: 'pi_1', tips: null, ...of(1) }).next
    const end = { kind: 'paid', payment: paid, sign: false } as const
    now = billTransition(now, { kind: 'authorization_ended', end, ...of(1) }).next
    const first = billTransition(now, { kind: 'undo_bill', at })
    now = billTransition(first.next, { ...refused, ...of(1) }).next
    now = billTransition(now, { ...found(paid), ...of(1) }).next
    expect(now.sale).toMatchObject({ kind: 'deciding' })
    const kept = billTransition(now, keep).next
    expect(kept.sale.kind).toBe('approved')
    // Undoing it once more is another request.
    const second = billTransition(kept, { kind: 'undo_bill', at })
    const keys = [first, second].map(({ effects: [effect] }) =>
      effect?.kind === 'void_intent' ? saleKeys.void(effect.sale, effect.tries) : null,
    )
    expect(keys).toEqual(['sale_1-void-1-0', 'sale_1-void-2-0'])
  })

  test('each further attempt to void a payment is a new request, also for a tab', () => {
    const keyOf = ({ effects }: CounterStep) =>
      effects.map((one) => (one.kind === 'void_intent' ? saleKeys.void(one.sale, one.tries) : ''))
    const void_ = { kind: 'decide', choice: 'void', at } as const
    const released = billTransition(open, { kind: 'release_tab', tab_id: 'sale_1', at }).next
    const first = billTransition(released, { ...found(held), ...of(1) })
    const refusedOnce = billTransition(first.next, { ...refused, ...of(1) }).next
    const again = billTransition(billTransition(refusedOnce, { ...found(held), ...of(1) }).next, void_)
    const kept = billTransition(billTransition(refusedOnce, { ...found(held), ...of(1) }).next, keep)
    const left = billTransition(kept.next, { kind: 'finish', at }).next
    const released2 = billTransition(left, { kind: 'release_tab', tab_id: 'sale_1', at }).next
    const second = billTransition(released2, { ...found(held), ...of(1) })
    const keys = [keyOf(first), keyOf(again), keyOf(second)].flat().filter(Boolean)
    expect(new Set(keys).size).toBe(3)
  })
})
