import { describe, expect, test } from 'vitest'
import { followCustomerOfOrder } from '../../../../src-main/customers/customer-of-order.ts'
import type { CounterCustomer } from '../../../../src-shared/pos/customer/customer.ts'

const ana: CounterCustomer = { id: 'cus_ana', name: 'Ana', email: '', phone: '', locale: null, receipt: null }
const ben: CounterCustomer = { ...ana, id: 'cus_ben', name: 'Ben' }

function atCounter() {
  const now = { customer: null as CounterCustomer | null, isPaying: false }
  const follow = followCustomerOfOrder({
    chosen: () => now.customer,
    onChosen(customer) {
      now.customer = customer
    },
    isPaying: () => now.isPaying,
  })
  follow('order_1')
  return { now, follow }
}

describe('the chosen customer', () => {
  test('the chosen customer stays when the first order begins', () => {
    const { now, follow } = atCounter()
    now.customer = ana
    follow('order_1')
    expect(now.customer).toBe(ana)
  })

  test('the chosen customer goes on hold with the order, and comes back with it', () => {
    const { now, follow } = atCounter()
    now.customer = ana
    follow('order_2')
    expect(now.customer).toBeNull()
    now.customer = ben
    follow('order_1')
    expect(now.customer).toBe(ana)
    follow('order_2')
    expect(now.customer).toBe(ben)
  })

  test('an order that was held without a customer comes back without one', () => {
    const { now, follow } = atCounter()
    follow('order_2')
    now.customer = ben
    follow('order_1')
    expect(now.customer).toBeNull()
  })

  test('the chosen customer stays while the order is paid, even if another order begins', () => {
    const { now, follow } = atCounter()
    now.customer = ana
    now.isPaying = true
    follow('order_2')
    expect(now.customer).toBe(ana)
  })
})
