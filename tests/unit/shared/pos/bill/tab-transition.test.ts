import { describe, expect, test } from 'vitest'
import type { AtCounter } from '../../../../../src-shared/pos/bill/bill-events.ts'
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
