import { expect, test } from 'vitest'
import { createTexts } from '../../../../src-service/store/json.ts'

const payment = { id: 'pmt_1', status: 'captured', description: "$& costs $1, $` and $'", amount: 5 }
const intent = {
  id: 'pi_1',
  user_fields: { latest_payment: null, note: '"latest_payment":null' },
  latest_payment: payment,
  amount: 5,
}

test('an intent is serialized like JSON.stringify does, whether its payment is serialized before, after or not at all', () => {
  for (const order of [[payment, intent], [intent, payment], [intent]]) {
    const textOf = createTexts()
    for (const value of order) expect(textOf(value)).toBe(JSON.stringify(value))
  }
})

test('any other value is serialized as JSON.stringify does it', () => {
  const textOf = createTexts()
  for (const value of [{ ...intent, latest_payment: null }, payment, null, [intent], 'text'])
    expect(textOf(value)).toBe(JSON.stringify(value))
})
