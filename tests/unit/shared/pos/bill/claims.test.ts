import { expect, test } from 'vitest'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { claimsIntent } from '../../../../../src-shared/pos/bill/claims.ts'
import type { Tab } from '../../../../../src-shared/pos/bill/tab.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { at, facts, payment } from '../transition/sale-fixtures.ts'
import { emptyCounter } from './bill-books.ts'

const tab = (status: Tab['status']): Tab => ({
  sale: facts({ intent_id: 'pi_tab', tab: { name: 'Ann', stage: 'opening' } }),
  payment: payment({ status: 'uncaptured' }),
  opened_at: at,
  status,
  rounds: [],
})

test.each([
  ['held', true],
  ['unknown', true],
  ['captured', true],
  ['ended', false],
] as const)('only the counter moves the money of a tab whose card is %s: %s', (status, isClaimed) => {
  expect(claimsIntent({ ...emptyCounter, tabs: [tab(status)] }, [], 'pi_tab')).toBe(isClaimed)
})

test.each([
  ['held', 'unknown'],
  ['captured', 'unknown'],
  ['ended', 'ended'],
] as const)('after a restart, a tab that was %s is %s until the service has been asked', (before, after) => {
  const now = { ...emptyCounter, tabs: [tab(before)] }
  expect(billTransition(now, { kind: 'restarted', at }).next.tabs).toMatchObject([{ status: after }])
})

test('only the counter moves the money of a card that paid a part of a bill, also while the bill is put aside', () => {
  const partPaid = bill({ total: 900, tenders: [cardTender('sale_1', 500)] })
  const paid = bill({ total: 500, tenders: [cardTender('sale_1', 500)] })
  const claimed = (changes: Partial<typeof emptyCounter>) =>
    claimsIntent({ ...emptyCounter, ...changes }, [], 'pi_sale_1')
  expect(claimed({ bill: partPaid })).toBe(true)
  expect(claimed({ aside: [partPaid] })).toBe(true)
  expect(claimed({ bill: paid })).toBe(false)
  expect(claimed({ aside: [paid] })).toBe(false)
})

test('the counter decides about a sale under way, but not about one that is approved and only waits to be left', () => {
  const sale = facts({ intent_id: 'pi_1' })
  const claimed = (state: typeof emptyCounter.sale) =>
    claimsIntent({ ...emptyCounter, sale: state }, [], 'pi_1')
  expect(claimed({ kind: 'creating', sale })).toBe(true)
  expect(
    claimed({ kind: 'approved', sale, payment: payment(), receipt: [], signature: null, print: 'not_asked' }),
  ).toBe(false)
})
