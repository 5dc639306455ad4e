import { describe, expect, test } from 'vitest'
import type { AtCounter, CounterStep } from '../../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import type { Tab } from '../../../../../src-shared/pos/bill/tab.ts'
import { plainLine } from '../../../../../src-shared/pos/order/order-request.ts'
import { saleKeys } from '../../../../../src-shared/pos/sale-keys.ts'
import { at, facts, payment } from '../sale-fixtures.ts'
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
const close = { kind: 'close_tab', at, tab_id: 'sale_1', bill_id: 'bill_1', total: 3_000, tip: 500 } as const
const of = (attempt: number) => ({ sale_id: 'sale_1', attempt, at }) as const

describe('a tab whose closing was refused', () => {
  test('a tab that is closed once more asks under another idempotency key', () => {
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
})

describe('a tab whose card was captured elsewhere', () => {
  const taken = (amount: number) =>
    ({
      kind: 'looked_up',
      found: { kind: 'paid', payment: payment({ amount }), sign: false },
      idle: true,
    }) as const
  const kinds = ({ effects }: CounterStep) => effects.map(({ kind }) => kind)

  test.each(['unknown', 'held'] as const)('a card that is released is looked up first (%s)', (status) => {
    const counter = { ...open, tabs: [{ ...tab, status }] }
    const released = billTransition(counter, { kind: 'release_tab', tab_id: 'sale_1', at })
    expect(kinds(released)).toEqual(['look_up'])
    const found = { kind: 'paid', payment: held, sign: false } as const
    const standing = billTransition(released.next, { kind: 'looked_up', found, idle: true, ...of(1) })
    expect(kinds(standing)).toEqual(['void_intent'])
    const captured = billTransition(released.next, { ...taken(4_500), ...of(1) })
    expect(captured.effects).toEqual([])
    expect(captured.next.sale).toMatchObject({ kind: 'deciding', because: 'captured_elsewhere' })
    const kept = billTransition(captured.next, { kind: 'decide', choice: 'keep', at })
    expect(kept.next.tabs).toMatchObject([{ sale: { id: 'sale_1' }, payment: { status: 'captured' } }])
  })

  test('a capture for another amount is no tip before a person has seen it', () => {
    const closing = billTransition(open, close).next
    const waiting = billTransition(closing, { kind: 'capture_failed', refused: true, detail: 'x', ...of(2) })
    const found = billTransition(waiting.next, { ...taken(5_000), ...of(2) })
    expect(found.next).toMatchObject({ sale: { kind: 'deciding' }, bill: { tenders: [] } })
    const own = billTransition(waiting.next, { ...taken(3_500), ...of(2) })
    expect(own.next.bill?.tenders).toMatchObject([{ amount: 3_000, tip: 500 }])
  })
})
