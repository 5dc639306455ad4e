import { expect, test } from 'vitest'
import { notSent } from '../../../../src-main/sale/failed-effects.ts'
import type { SaleFacts } from '../../../../src-shared/pos/sale/sale.ts'
import type { SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'

const sale = { id: 'sale_1' } as SaleFacts
const answerTo = (effect: object) => notSent(effect as SaleEffect)

test('a request whose line could not be written was not sent, and this computer is named as the cause', () => {
  const reason = 'not_saved'
  expect(answerTo({ kind: 'create_intent', sale })).toMatchObject({ kind: 'create_failed', reason })
  expect(answerTo({ kind: 'update_intent', sale })).toMatchObject({ kind: 'update_failed', reason })
  expect(answerTo({ kind: 'authorize', sale })).toMatchObject({
    kind: 'authorization_ended',
    end: { kind: 'not_sent', reason },
  })
})

test('a void or capture whose line could not be written was not refused, and is looked up and repeated', () => {
  expect(answerTo({ kind: 'void_intent', sale })).toMatchObject({ kind: 'void_failed', refused: false })
  expect(answerTo({ kind: 'capture_intent', sale })).toMatchObject({ kind: 'capture_failed', refused: false })
})

test('an effect that changes no payment runs even if its journal line was not written', () => {
  for (const kind of ['look_up', 'wait', 'show_outcome', 'cancel_terminal', 'load_receipt'])
    expect(answerTo({ kind, sale })).toBeNull()
})
