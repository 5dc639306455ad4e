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
 * A counter, and one that was restored from its backup: both have the sale in their books, and the other's returns in
 * neither. What one gives back only the service knows.
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
 * @param fate of the requests of the restored one
 * @param before so much more the card was charged, which went back elsewhere before the bill was paid; cents
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
/** How a counter's return ended, or why it was not begun. */
async function ended({ returns, until: becomes, shown }: OpenedReturns, asked: ReturnType<typeof bring>) {
  const begun = await returns.begin(asked)
  if (!begun.ok) return begun.error.code
  await becomes(({ status, parts }) => status === 'done' || parts[0]?.state === 'refused')
  return shown()?.status === 'done' ? 'done' : 'refused'
}

test('what two counters give back of a sale at the same moment is never more than was paid', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const tea = bring(sold, 'tea', 2_000)
  const ends = await Promise.all([ended(old, tea), ended(restored, tea)])
  expect(await refunded()).toBe(2_000)
  // Who was late is told, by its bank or before it asked, and hands nothing back in cash instead.
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

test('one cake that is brought to two counters at the same moment goes back once', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const cake = bring(sold, 'cake', 1_000)
  const ends = await Promise.all([ended(old, cake), ended(restored, cake)])
  expect(await refunded()).toBe(1_000)
  expect(ends.filter((end) => end === 'done')).toHaveLength(1)
  const late = [old, restored].find(({ shown }) => shown()?.status !== 'done')
  const left = late?.shown()
  // Whoever asked while the other's was on its way is told why, and goes on only by asking again.
  if (left !== undefined) {
    expect(left.parts[0]).toMatchObject({ state: 'refused', detail: 'part_given_back' })
    // A manager has looked: it was for something else.
    expect(await late?.returns.retry(left.id, 'wrong')).toMatchObject({ error: { code: 'pin_wrong' } })
    await must(late?.returns.retry(left.id, null) ?? Promise.reject(new Error('no late counter')))
    await late?.until(({ status }) => status === 'done')
    expect(await refunded()).toBe(2_000)
    const about = { looked: true, amount: 1_000 }
    expect(late?.audited.at(-1)).toMatchObject({ role: 'manager', command: 'returns.retry', about })
  }
  await stop()
})

test('a return that found no connection is held to what was approved when it is asked for again', async () => {
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
  // It was for this very cake: what was begun here is left.
  await must(restored.returns.cancel(restored.shown()?.id ?? ''))
  await stop()
})

test('what went back at another counter may have been for the same goods: it is said, once, before more goes back', async () => {
  const { sold, old, restored, refunded, stop } = await soldAtBoth()
  const cake = bring(sold, 'cake', 1_000)
  expect(await ended(old, cake)).toBe('done')
  expect(await ended(restored, cake)).toBe('part_given_back')
  expect(await refunded()).toBe(1_000)
  // It was not: a person has looked.
  const tea = { ...bring(sold, 'tea', 1_000), looked: true as const }
  expect(await ended(restored, tea)).toBe('done')
  expect(await refunded()).toBe(2_000)
  // That it was said, and gone on with, is written down.
  expect(restored.audited.at(-1)).toMatchObject({ about: { amount: 1_000, looked: true }, outcome: 'done' })
  // Its own are known where they were made; those of the other have to be looked at there as well.
  expect(await ended(old, bring(sold, 'tea', 1_000))).toBe('part_given_back')
  await stop()
})

test('what this counter gave back itself, or knew when the bill was paid, is asked about by nobody', async () => {
  const { sold, old, refunded, stop } = await soldAtBoth(500)
  expect(await ended(old, bring(sold, 'cake', 1_000))).toBe('done')
  expect((await must(old.returns.begin(bring(sold, 'tea', 1_000)))).return_id).toContain('ret_')
  await until(refunded, (cents) => cents === 2_500)
  await stop()
})
