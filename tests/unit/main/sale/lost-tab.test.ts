import { describe, expect, test } from 'vitest'
import type { JournalLine } from '../../../../src-main/sale/journal.ts'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import type { AtCounter, CounterEvent } from '../../../../src-shared/pos/bill/bill-events.ts'
import {
  billTransition,
  parkedBillTransition,
  reopen,
} from '../../../../src-shared/pos/bill/bill-transition.ts'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { withBill } from '../../../../src-shared/pos/bill/tenders.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { PaymentFound } from '../../../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../../../src-shared/pos/sale/sale-keys.ts'
import { noBill } from '../../shared/pos/bill/bill-fixtures.ts'
import { at, authorizing, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'

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
const close = { kind: 'close_tab', at, tab_id: 'sale_1', bill_id: 'bill_1', total: 3_000, tip: 500 } as const
const closing = billTransition(open, close).next

const lineOf = ({ sale, ...counter }: AtCounter): string => {
  const rest = { unclosed: [], parked: [], unreadable: 0, unbooked: [], unfiled: [] }
  return `${JSON.stringify({ at, state: sale, ...rest, ...counter } satisfies JournalLine)}\n`
}
const ofTomorrow = (line: string) => line.replace('"kind":"capturing"', '"kind":"of_tomorrow"')
const cut = (line: string) => `${line.slice(0, -41)}\0\0\n`

/** The counter after a start from this text of the journal. */
function started(text: string) {
  const left = lastState(text, at)
  const { state: sale, bill, tabs, aside } = left
  const before = withBill({ sale, bill, tabs, aside, numbering: left.numbering ?? noBill.numbering })
  return { left, ...billTransition(before, { kind: 'restarted', at }) }
}

const lookedUp = (found: PaymentFound, attempt: number): CounterEvent => ({
  kind: 'looked_up',
  found,
  idle: true,
  sale_id: 'sale_1',
  attempt,
  at,
})
const isHeld = { kind: 'paid', payment: held, sign: false } as const

/** Opens the tab of a parked payment by finding its card held. */
function openedBy(one: ParkedSale | undefined) {
  if (one === undefined) throw new Error('nothing is parked')
  return parkedBillTransition(one, lookedUp(isHeld, one.state.sale.attempt) as never).opened
}

describe('a tab with a lost line of the journal', () => {
  test.each([
    ['cut', cut],
    ['of another version', ofTomorrow],
  ])('a tab whose closing was lost (%s) is open as before, and nothing was paid', (_, lose) => {
    const { next, left } = started(lineOf(open) + lose(lineOf(closing)))
    expect(next).toMatchObject({ sale: { kind: 'ready' }, bill: null })
    expect(next.tabs).toMatchObject([{ status: 'unknown', sale: { order } }])
    expect(left.parked).toEqual([])
    // The lost request may have reached the service, so the next one is a different request.
    const again = billTransition(next, close).effects[0]
    const before = billTransition(open, close).effects[0]
    if (again?.kind !== 'capture_intent' || before?.kind !== 'capture_intent') throw new Error('not captured')
    expect(saleKeys.capture(again.sale, 0)).not.toBe(saleKeys.capture(before.sale, 0))
  })

  test('a closing whose tab is unknown becomes a tab again when its card is found held', () => {
    const { next } = started(ofTomorrow(lineOf(closing)))
    expect(next.sale).toMatchObject({ kind: 'checking', sale: { order } })
    const { next: found, effects } = billTransition(next, lookedUp(isHeld, 2))
    expect(found).toMatchObject({ bill: null, tabs: [{ status: 'held', sale: { order, tip: 0 } }] })
    expect(effects.map(({ kind }) => kind)).not.toContain('load_receipt')
    const left = billTransition(found, { kind: 'finish', at })
    expect(left.next).toMatchObject({ sale: { kind: 'ready' }, bill: null, tabs: [{ status: 'held' }] })
    expect(left.effects.map(({ kind }) => kind)).not.toContain('file_bill')
  })

  test('a closing displaced by another sale in lost lines is parked, and its tab comes back', () => {
    const other = { ...open, tabs: [], sale: authorizing({ sale: facts({ id: 'sale_2' }) }) }
    const { left } = started(lineOf(closing) + cut(lineOf(other)))
    const one = left.parked[0]
    expect(one?.state).toMatchObject({ kind: 'capturing', sale: { id: 'sale_1' } })
    if (one === undefined) return
    const { next } = parkedBillTransition(one, lookedUp(isHeld, 2) as never)
    expect(next.state.kind).toBe('stopped')
    expect(reopen({ ...open, tabs: [] }, next)?.next).toMatchObject({ tabs: [{ sale: { order } }] })
  })

  test('a closing stopped before a lost line is looked up as a closing, and is not a payment', () => {
    const sale = closing.sale.kind === 'capturing' ? closing.sale.sale : facts()
    const stopped = { kind: 'stopped', reason: 'refused', detail: '', money: 'not_moved' } as const
    const line = lineOf({ ...closing, sale: { ...stopped, sale, can_retry: true } })
    const { next } = started(line + cut(lineOf(closing)))
    expect(next.sale.kind).toBe('capturing')
    expect(billTransition(next, lookedUp(isHeld, 2)).next.sale.kind).toBe('stopped')
  })

  test('a tab whose entry cannot be read is a tab again when its card is found held', () => {
    const damaged = JSON.parse(lineOf(open))
    damaged.tabs[0].rounds = 'lost'
    const { left } = started(`${JSON.stringify(damaged)}\n`)
    expect(openedBy(left.parked[0])).toMatchObject({ sale: { order, tab: { name: 'Ann' } } })
    delete damaged.tabs[0].sale.hsn
    const again = openedBy(started(`${JSON.stringify(damaged)}\n`).left.parked[0])
    expect(again).toMatchObject({ sale: { tab: { name: 'Ann' } } })
  })

  test.each([
    ['cut', cut],
    ['of another version', (line: string) => line.replace('"kind":"ready"', '"kind":"of_tomorrow"')],
  ])('the tabs of the only line (%s) are looked up', (_, lose) => {
    const { left } = started(lose(lineOf(open)))
    expect(openedBy(left.parked[0])).toMatchObject({ sale: { tab: { name: 'Ann' } } })
  })
})
