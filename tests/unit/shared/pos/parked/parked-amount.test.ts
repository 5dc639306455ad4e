import { expect, test } from 'vitest'
import { parkedAmount } from '../../../../../src-shared/pos/parked/parked-amount.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { at, checking, facts, payment } from '../transition/sale-fixtures.ts'

const parked = (state: unknown): ParkedSale => ({
  state: state as ParkedSale['state'],
  parked_at: at,
  bill: null,
})

test('a tab that is being closed shows the amount being captured, not the larger hold', () => {
  const sale = facts({ amount: 4299, tip: 600, tab: { name: 'Ann', stage: 'closing' } })
  const state = { kind: 'capturing', sale, payment: payment({ status: 'uncaptured', amount: 5000 }) }
  expect(parkedAmount(parked(state)).amount).toBe(4899)
})

test('another parked payment shows the amount its card paid, or else the amount requested', () => {
  const sale = facts({ amount: 1000, tip: 200 })
  const decided = { kind: 'deciding', sale, payment: payment({ amount: 1100 }) }
  expect(parkedAmount(parked(decided)).amount).toBe(1100)
  expect(parkedAmount(parked(checking({ sale }))).amount).toBe(1200)
})
