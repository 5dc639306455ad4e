import { expect, test } from 'vitest'
import { createTexts } from '../../../src-service/json.ts'

const payment = { id: 'pmt_1', status: 'captured', description: "$& costs $1, $` and $'", amount: 5 }
const intent = {
  id: 'pi_1',
  user_fields: { latest_payment: null, note: '"latest_payment":null' },
  latest_payment: payment,
  amount: 5,
}

test('an intent is written down as JSON has it, its payment written before, after or not at all by itself', () => {
  for (const order of [[payment, intent], [intent, payment], [intent]]) {
    const textOf = createTexts()
    for (const value of order) expect(textOf(value)).toBe(JSON.stringify(value))
  }
})

test('what has no payment is written down as it is', () => {
  const textOf = createTexts()
  for (const value of [{ ...intent, latest_payment: null }, payment, null, [intent], 'text'])
    expect(textOf(value)).toBe(JSON.stringify(value))
})
