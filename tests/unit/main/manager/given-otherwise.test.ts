import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManagerOptions } from '../../../../src-main/manager/manager-service.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { must } from '../../../support/must.ts'
import { hsn, pay, startManagerHarness } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterEach(() => service.stop())

const asStoreCredit = (intent_id: string, goods: number): Return => ({
  ...{
    id: 'ret_1',
    bill_id: 'bill_1',
    number: 'AKT1',
    currency: 'USD',
    lines: [],
    reason: '',
    status: 'done',
  },
  ...{ person_id: null, approved_by: null, started_at: '2026-11-22T10:00:00.000Z' },
  parts: [
    {
      ...{ kind: 'gift_card', tender_id: 'sale_1', goods, tip: 0, surcharge: 0, intent_id, card_id: 'gc_1' },
      ...{ last_four: '0042', attempt: 1, state: 'done', detail: '' },
    },
  ],
})

test('an amount returned as store credit, or of a bill that is open again, cannot be refunded to the card as well', async () => {
  const payment = await pay(service, 5000)
  const returned = [{ at: '', return: asStoreCredit(payment.payment_intent_id, 3000) }]
  let isClaimed = false
  let isClaimedLate = false
  const meanwhile: unknown[] = []
  const counter = {
    sale: { claims: () => isClaimed },
    isReturning: () => false,
    sales: async () => {
      isClaimed = isClaimedLate
      if (isClaimedLate) meanwhile.push(await harness.paymentNow(asked))
      return { returned: () => returned }
    },
  } as unknown as ReturnType<ManagerOptions['counter']>
  const asked = { intent_id: payment.payment_intent_id, payment_id: payment.id } as const
  const harness = await startManagerHarness(service, { counter: () => counter })
  try {
    expect(await harness.open(asked)).toMatchObject({ ok: true, value: { given_otherwise: 3000 } })
    const refused = { ok: false, error: { code: 'given_back_otherwise' } }
    expect(await harness.act({ ...asked, kind: 'refund', amount: null })).toMatchObject(refused)
    expect(await harness.act({ ...asked, kind: 'refund', amount: 2001 })).toMatchObject(refused)
    expect(await harness.act({ ...asked, kind: 'void', amount: null })).toMatchObject(refused)
    // A bill that claims the payment while its refund is being begun.
    isClaimedLate = true
    const claimed = { ok: false, error: { code: 'not_now' } }
    expect(await harness.act({ ...asked, kind: 'refund', amount: 2000 })).toMatchObject(claimed)
    // Nor does it show what is left of the payment, which this refund may change.
    expect(meanwhile).toMatchObject([claimed])
    isClaimedLate = false
    isClaimed = false
    const begun = await must(harness.act({ ...asked, kind: 'refund', amount: 2000 }))
    expect(await harness.end(begun.action_id)).toMatchObject({ state: 'done', amount: 2000 })
    expect(await harness.act({ ...asked, kind: 'refund', amount: 1 })).toMatchObject(refused)
  } finally {
    await harness.stop()
  }
})
