import { expect, test } from 'vitest'
import { isHoldable, isPaid } from '../../../../../src-shared/pos/bill/balance.ts'
import type { AtCounter } from '../../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import type { Tab } from '../../../../../src-shared/pos/bill/tab.ts'
import type { PaymentLink } from '../../../../../src-shared/pos/links/payment-link.ts'
import { plainLine } from '../../../../../src-shared/pos/order/plain-line.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { at, payment } from '../transition/sale-fixtures.ts'
import { emptyCounter } from './bill-books.ts'

const open: PaymentLink = {
  id: 'link_1',
  amount: 1234,
  currency: 'USD',
  note: '',
  order: null,
  bill: { number: 'KT1042', total: 1234 },
  receiver: { kind: 'code' },
  made_at: at,
  state: 'open',
  session_id: 'cs_1',
  paid: null,
  delivery: 'not_asked',
  withdrawing: false,
  awaits_bank: null,
  creations: 1,
}
const withLink = (link: PaymentLink): AtCounter => ({ ...emptyCounter, bill: bill({ total: 1234, link }) })

test('a link asks for no more than the balance of its bill, and for at least one cent', () => {
  const now: AtCounter = { ...emptyCounter, bill: bill({ total: 1234 }) }
  const sent = (amount: number) =>
    billTransition(now, {
      kind: 'send_link',
      link: { id: 'link_1', amount, receiver: { kind: 'code' } },
      at,
    })
  expect(sent(1234).next.bill?.link).toMatchObject({ amount: 1234 })
  for (const amount of [1235, 0, -1]) expect(sent(amount)).toEqual({ next: now, effects: [] })
})

test('a link that was paid, but whose payment does not stand, pays nothing of its bill', () => {
  const link = { ...open, state: 'paid', paid: 1234 } as const
  const { next } = billTransition(withLink(open), { kind: 'link_changed', link, paid: null, at })
  expect(next.bill).toMatchObject({ tenders: [], link: { state: 'not_known' } })
})

test('a link that was given up, and has been paid otherwise, pays nothing of its bill later', () => {
  const now = withLink({ ...open, state: 'not_known' })
  const link = { ...open, state: 'paid', paid: 1234 } as const
  const paid = { intent_id: 'pi_9', payment: payment({ amount: 1234 }) }
  expect(billTransition(now, { kind: 'link_changed', link, paid, at })).toEqual({ next: now, effects: [] })
  const waiting = billTransition(withLink(open), { kind: 'link_changed', link, paid, at })
  expect(waiting.next.bill?.tenders).toMatchObject([{ kind: 'card', amount: 1234 }])
})

test('a report from before the withdrawal of a link does not undo it', () => {
  const { next: withdrawn } = billTransition(withLink(open), { kind: 'withdraw_link', at })
  const { next } = billTransition(withdrawn, { kind: 'link_changed', link: open, paid: null, at })
  expect(next.bill?.link).toMatchObject({ state: 'open', withdrawing: true })
})

test('an order goes on hold only if nobody can pay it elsewhere', () => {
  const order = { id: 'ord_1', lines: [plainLine('line_1', 'Beer', 1234)], discounts: [] }
  const sold = bill({ total: 1234, order })
  expect(isHoldable(sold)).toBe(true)
  expect(isHoldable({ ...sold, link: open })).toBe(false)
  // The order of a tab returns to the tab, and that of a restored bill may have been paid elsewhere.
  expect(isHoldable({ ...sold, tab: {} as Tab })).toBe(false)
  const restored = { seen: true, given_back: 0, paid_elsewhere: 0 }
  expect(isHoldable({ ...sold, restored })).toBe(false)
  const paid = { ...sold, tenders: [cardTender('sale_1', 1234)] }
  expect([isPaid(paid), isPaid({ ...paid, restored })]).toEqual([true, false])
  expect(isHoldable({ ...sold, link: { ...open, state: 'expired' } })).toBe(true)
})
