import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../../../src-shared/pos/bill/balance.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openCounterHarness } from '../support/counter-harness.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { payByCard, takeRest } from './restored-counter.ts'

const hsn = 'VT-1'
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn, card: '4111111111111111' })
})
afterAll(() => service.stop())

/** Closes and opens the counter again; `meanwhile` gets the id of the card's payment. */
async function reopenedAfter(meanwhile: (paymentId: string) => Promise<unknown>) {
  const userData = await temporaryFolder('countertop-counter')
  const { access } = service
  const open = () => openCounterHarness({ access: () => access, accountId: access.accountId, hsn, userData })
  const old = await open()
  const bill = { id: `bill_${Date.now()}`, order: null, total: 3_000, currency: 'USD', note: '' }
  old.sale.dispatch({ kind: 'open_bill', bill })
  await payByCard(old, 1_000)
  const [tender] = old.sale.bill()?.tenders ?? []
  if (tender?.kind !== 'card') throw new Error('no card has paid')
  await old.stop()
  await meanwhile(tender.payment.payment_id)
  return open()
}
const refund = (id: string, amount: number) =>
  must(service.client.call('refunds.create', { params: { id }, body: { amount } }))

test.each([
  { amount: 300, balance: 2_300, tender: { status: 'paid', amount: 700 } },
  { amount: 1_000, balance: 3_000, tender: { status: 'returned', amount: 1_000 } },
])('after a restart, a refund of $amount that was made elsewhere is owed again', async (expected) => {
  const counter = await reopenedAfter((id) => refund(id, expected.amount))
  try {
    const bill = await until(counter.sale.bill, (one) => one !== null && balanceOf(one) === expected.balance)
    expect(bill?.tenders).toMatchObject([expected.tender])
    expect(takeRest(counter, expected.balance)).toBe(true)
  } finally {
    await counter.stop()
  }
})

test('after a restart, a bill from whose card nothing went back is as it was', async () => {
  const counter = await reopenedAfter(async () => undefined)
  try {
    const before = counter.sale.bill()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(counter.sale.bill()).toBe(before)
  } finally {
    await counter.stop()
  }
})
