import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { bill as billOf, cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { type Fate, hsn, pay } from '../support/manager.ts'
import { startTestService, type TestService, until } from '../support/service.ts'
import { type OpenedReturns, openReturns } from './returns-harness.ts'

/**
 * A counter, and one restored from its backup: both have the sale in their books, and neither has the other's returns.
 * Only the service knows what the other one refunded.
 */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

let sales = 0
/**
 * Two cups of tea and a cake, 10.00 each, paid by card, in the books of two counters.
 * @param before cents that the card was charged in addition, refunded elsewhere before the bill was paid
 * @param fate of the requests of the restored counter
 */
async function soldAtBoth(before = 0, fate: (request: string) => Fate = () => 'answered') {
  sales += 1
  const order = {
    id: `ord_${sales}`,
    lines: [{ ...plainLine('tea', 'Tea', 1_000), quantity: 2_000 }, plainLine('cake', 'Cake', 1_000)],
    discounts: [],
  }
  const payment = await pay(service, 3_000 + before)
  const refundsOf = { params: { id: payment.id } }
  if (before > 0)
    await must(service.client.call('refunds.create', { ...refundsOf, body: { amount: before } }))
  const tender = cardTender(payment.id, 3_000)
  const sold = billOf({
    ...{ id: `bill_${sales}`, order, total: 3_000 },
    tenders: [
      {
        ...tender,
        sale: { ...tender.sale, intent_id: payment.payment_intent_id },
        payment: { ...tender.payment, payment_id: payment.id, returned: before },
      },
    ],
  })
  const open = async (names: string) => {
    const counter = await openReturns(service, await temporaryFolder('countertop-returns'), {
      names,
      approve: async (pin) => (pin === 'wrong' ? { code: 'pin_wrong', message: '' } : null),
      ...(names === 'b' ? { fate } : {}),
    })
    await counter.book.file(sold)
    return counter
  }
  const refunded = async () => {
    const { data } = await must(service.client.call('payments.list_refunds', { ...refundsOf, query: {} }))
    return data.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  }
  const [old, restored] = [await open('a'), await open('b')]
  const stop = async () => {
    await old.stop()
    await restored.stop()
  }
  return { sold, old, restored, refunded, stop }
}

const bring = (sold: Bill, line_id: string, quantity: number) => ({
  ...{ number: sold.number, lines: [{ line_id, quantity }], tips: [], total: quantity, reason: '' },
})
/** How a counter's return ended, or why it did not begin. */
async function ended({ returns, until: becomes, shown }: OpenedReturns, asked: ReturnType<typeof bring>) {
  const begun = await returns.begin(asked)
  if (!begun.ok) return begun.error.code
  await becomes(({ status, parts }) => status === 'done' || parts[0]?.state === 'refused')
  return shown()?.status === 'done' ? 'done' : 'refused'
}

test('two counters that refund a sale at the same moment never refund more than was paid', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const tea = bring(sold, 'tea', 2_000)
  const ends = await Promise.all([ended(old, tea), ended(restored, tea)])
  expect(await refunded()).toBe(2_000)
  // The slower counter gets a refusal from the bank or before its request, and pays out nothing in cash instead.
  expect(ends.filter((end) => end === 'done')).toHaveLength(1)
  const [late] = [old, restored].filter(({ shown }) => shown()?.status !== 'done')
  const left = late?.shown()
  if (left !== undefined) {
    expect(await late?.returns.inCash(left.id, null)).toMatchObject({
      error: { code: 'given_back_elsewhere' },
    })
  }
  await stop()
})

test('one cake returned at two counters at the same moment is refunded once', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const cake = bring(sold, 'cake', 1_000)
  const ends = await Promise.all([ended(old, cake), ended(restored, cake)])
  expect(await refunded()).toBe(1_000)
  expect(ends.filter((end) => end === 'done')).toHaveLength(1)
  const late = [old, restored].find(({ shown }) => shown()?.status !== 'done')
  const left = late?.shown()
  // The counter that asked during the other's refund gets the reason, and continues only on a new request.
  if (left !== undefined) {
    expect(left.parts[0]).toMatchObject({ state: 'refused', detail: 'part_given_back' })
    // A manager has checked: the other refund was for something else.
    expect(await late?.returns.retry(left.id, 'wrong')).toMatchObject({ error: { code: 'pin_wrong' } })
    await must(late?.returns.retry(left.id, null) ?? Promise.reject(new Error('no late counter')))
    await late?.until(({ status }) => status === 'done')
    expect(await refunded()).toBe(2_000)
    const about = { looked: true, amount: 1_000 }
    expect(late?.audited.at(-1)).toMatchObject({ role: 'manager', command: 'returns.retry', about })
  }
  await stop()
})

test('a return that had no connection is checked against its approval when it is retried', async () => {
  let cut = true
  const isOfIntents = (request: string) => request.startsWith('GET /payment_intents/')
  const { sold, old, restored, refunded, stop } = await soldAtBoth(0, (request) =>
    cut && isOfIntents(request) ? 'never_arrives' : 'answered',
  )
  const cake = bring(sold, 'cake', 1_000)
  expect(await ended(restored, cake)).toBe('refused')
  expect(await ended(old, cake)).toBe('done')
  cut = false
  await must(restored.returns.retry(restored.shown()?.id ?? '', null))
  await restored.until(({ parts: [part] }) => part?.kind === 'card' && part.detail === 'part_given_back')
  expect(await refunded()).toBe(1_000)
  // The other refund was for this cake, so this return is dropped.
  await must(restored.returns.cancel(restored.shown()?.id ?? ''))
  await stop()
})

test('a refund by another counter is shown once before more is refunded, since it may be for the same goods', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const cake = bring(sold, 'cake', 1_000)
  expect(await ended(old, cake)).toBe('done')
  expect(await ended(restored, cake)).toBe('part_given_back')
  expect(await refunded()).toBe(1_000)
  // A person has checked that it was not.
  const tea = { ...bring(sold, 'tea', 1_000), looked: true as const }
  expect(await ended(restored, tea)).toBe('done')
  expect(await refunded()).toBe(2_000)
  // That the notice was shown and confirmed is recorded.
  expect(restored.audited.at(-1)).toMatchObject({ about: { amount: 1_000, looked: true }, outcome: 'done' })
  // A counter knows its own refunds; those of the other must be checked there as well.
  expect(await ended(old, bring(sold, 'tea', 1_000))).toBe('part_given_back')
  await stop()
})

test('refunds by this counter, and those known when the bill was paid, need no confirmation', async () => {
  const { sold, old, refunded, stop } = await soldAtBoth(500)
  expect(await ended(old, bring(sold, 'cake', 1_000))).toBe('done')
  expect((await must(old.returns.begin(bring(sold, 'tea', 1_000)))).return_id).toContain('ret_')
  await until(refunded, (cents) => cents === 2_500)
  await stop()
})
