import { expect, test } from 'vitest'
import { leaveParked } from '../../../../../src-shared/pos/bill/leave-parked.ts'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { at, checking, facts, payment } from '../transition/sale-fixtures.ts'
import { emptyCounter } from './bill-books.ts'

const close = { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: 'pi_1' }
const voiding = { kind: 'voiding', sale: facts(), payment: payment(), ...firstLook } as const

/** Returns the effects of leaving a parked payment about which a person recorded a finding. */
function left(state: ParkedSale['state'], finding: 'done' | 'not_done') {
  const record = { finding, text: 'Statement, line 7', author: 'Ana', at, at_service: false } as const
  return leaveParked(emptyCounter, { state, parked_at: at, bill: null, record }, Date.parse(at))?.effects
}

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
