import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../src-main/ipc/command-context.ts'
import { posHandlers } from '../../../../src-main/ipc/command-handlers.ts'
import type { CounterCustomer } from '../../../../src-shared/pos/customer/customer.ts'

const ana = { id: 'cus_ana', locale: null } as CounterCustomer
const savedCard = { payment_method_id: 'pm_1', brand: 'visa', last_four: '4242', saved: true }

test('an order that gets another item while the saved cards are loaded is not charged', async () => {
  let total = 10_00
  let customer: CounterCustomer | null = ana
  const charged: unknown[] = []
  let opened: (service: unknown) => void = () => undefined
  const customers = new Promise((resolve) => {
    opened = resolve
  })
  let wanted: () => void = () => undefined
  const isWanted = new Promise<void>((resolve) => {
    wanted = resolve
  })
  const handlers = posHandlers({
    snapshot: {
      present: () => ({
        terminal: { kind: 'connected', hsn: 'VT-1' },
        currency: 'USD',
        customer,
        ...{ returns: [], bill: null, aside: [], parked: [] },
      }),
    },
    settings: { present: () => ({ surcharge: null }) },
    counter: () => ({
      customers() {
        wanted()
        return customers
      },
      sale: {
        bill: () => null,
        dispatch(input: unknown) {
          charged.push(input)
          return true
        },
      },
    }),
    selling: {
      service: async () => ({
        toCharge: (_id: string, amount: number) => (amount === total ? { id: 'order_1', lines: [] } : null),
      }),
    },
    staff: {},
    areas: {},
    newId: () => 'sale_1',
  } as unknown as CommandContext)
  const charge = () =>
    handlers['sale.charge']({
      amount: 10_00,
      entry: 'card',
      note: '',
      order_id: 'order_1',
      saved_card: 'pm_1',
    })
  const asked = charge()
  await isWanted
  total = 12_00
  opened({ card: () => (customer === null ? null : savedCard) })
  expect(await asked).toMatchObject({ ok: false, error: { code: 'not_now' } })
  total = 10_00
  const again = charge()
  customer = null
  expect(await again).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(charged).toEqual([])
})
