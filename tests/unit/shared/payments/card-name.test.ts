import { describe, expect, test } from 'vitest'
import { cardName } from '../../../../src-renderer/cashier/card-name.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { networkName, printedCard } from '../../../../src-shared/payments/card-name.ts'
import { cardLines } from '../../../../src-shared/receipt/receipt.ts'
import { histories } from '../../../pictures/manager-data.ts'

describe('the name of a card', () => {
  test.each([
    ['visa', 'Visa'],
    ['MASTERCARD', 'Mastercard'],
    ['American Express', 'Amex'],
    ['amex', 'Amex'],
    ['a network of tomorrow', 'a network of tomorrow'],
  ])('the network %s of a service is shown as %s', (brand, name) => {
    expect(networkName(brand)).toBe(name)
  })

  test('screen and receipt name a network the same way, however the gateway writes it', () => {
    const sold = histories.paid.payments[0] as Payment
    const method = sold.payment_method
    const card = method?.card
    if (!method || !card) throw new Error('it was paid by a card')
    const payment: Payment = {
      ...sold,
      payment_method: { ...method, card: { ...card, brand: 'amex', last_four_digits: '0005' } },
    }
    expect(cardName('amex', '0005')).toBe('Amex\u00a0••••\u00a00005')
    expect(printedCard('amex', '0005')).toBe('Amex **** 0005')
    expect(cardLines(payment)).toContainEqual(expect.objectContaining({ right: 'Amex **** 0005' }))
  })
})
