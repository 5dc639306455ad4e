import { expect, test } from 'vitest'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import { leaveParked } from '../../../../../src-shared/pos/bill/leave-parked.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { at, checking, facts, payment } from '../transition/sale-fixtures.ts'
import { emptyCounter } from './bill-books.ts'

const close = { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: 'pi_1' }
const voiding = { kind: 'voiding', sale: facts(), payment: payment(), ...firstLook } as const

/** Leaves a parked payment about which a person recorded a finding. */
function leave(state: ParkedSale['state'], finding: 'done' | 'not_done', of: Bill | null = null) {
  const record = { finding, text: 'Statement, line 7', author: 'Ana', at, at_service: false } as const
  return leaveParked(emptyCounter, { state, parked_at: at, bill: of, record }, Date.parse(at))
}
const left = (state: ParkedSale['state'], finding: 'done' | 'not_done') => leave(state, finding)?.effects

test('a payment recorded as given back is voided all the same, in case the charge stands', () => {
  const state = { ...voiding, refused: false, signed: false }
  expect(left(state, 'done')).toEqual([close])
  // The finding is that the charge stands, so it counts as paid.
  expect(left(state, 'not_done')).toEqual([])
})

test('a payment recorded as charged is kept, and one recorded as not charged can charge nothing later', () => {
  const state = checking({ parkable: true })
  if (state.kind !== 'checking') throw new Error(state.kind)
  expect(left(state, 'done')).toEqual([])
  expect(left(state, 'not_done')).toEqual([close])
})

const cash = {
  kind: 'cash',
  status: 'paid',
  id: 'cash_1',
  amount: 500,
  rounding: 0,
  tendered: 500,
  change: 0,
  taken_at: at,
} as const

test('after a void that was seen to be done, the rest of the bill is given back; after another one it is open again', () => {
  const sold = bill({ total: 1500, status: 'undoing', tenders: [cardTender('sale_1', 500), cash] })
  const state = { ...voiding, refused: false, signed: false }
  const given = leave(state, 'done', sold)
  expect(given?.next.bill?.tenders.map(({ status }) => status)).toEqual(['returned', 'paid'])
  expect(given?.effects).toContainEqual({ kind: 'open_drawer' })
  const kept = leave(state, 'not_done', sold)
  expect(kept?.next.bill).toMatchObject({ status: 'open', tenders: [{ status: 'paid' }, { status: 'paid' }] })
  expect(kept?.effects).toEqual([])
})

test('a tab whose card was seen to be charged does not come back to be charged again', () => {
  const sale = facts({ id: 'sale_2', amount: 3000, tab: { name: 'Ann', stage: 'opening' } })
  const tab = { sale, payment: payment({ status: 'uncaptured' }), opened_at: at, rounds: [] }
  const sold = bill({ total: 3000, tab: { ...tab, status: 'held' } })
  const state = checking({ parkable: true })
  if (state.kind !== 'checking') throw new Error(state.kind)
  expect(leave(state, 'done', sold)?.next.tabs).toEqual([])
  expect(leave(state, 'not_done', sold)?.next.tabs).toMatchObject([{ sale: { id: 'sale_2' } }])
})
