import { expect, test } from 'vitest'
import { expectRefusal } from './support/ask.ts'
import { intentOf, methodElsewhere, reportsOf } from './support/external-payments.ts'
import { serviceOfFile } from './support/service-of-file.ts'

const { service, ask } = serviceOfFile()

let reference = 200_000_000_000
const { createPayment, update, createRefund: refund, fetchIntent } = reportsOf(ask)
const create = (timed: object) =>
  createPayment({
    ...{ payment_intent: { amount: 5000 }, payment_method: methodElsewhere, card_present: true },
    ...timed,
  })

test('a report dated in the future is refused, with a day of tolerance for clocks that are ahead', async () => {
  const timed = (ms: number) => {
    reference += 1
    const created_at = new Date(service.services.clock.now() + ms).toISOString()
    return { gateway_response: { retrieval_reference: String(reference), created_at } }
  }
  const hourMs = 3_600_000
  const { id } = intentOf(await create(timed(23 * hourMs)))
  const tomorrow = timed(25 * hourMs)
  for (const answer of [
    await create(tomorrow),
    await update(id, tomorrow),
    await refund(id, { amount: 1, ...tomorrow }),
  ]) {
    const refused = expectRefusal(answer, 'parameter_invalid')
    expect(refused.param).toBe('gateway_response.created_at')
  }
  expect((await fetchIntent(id)).amount_refunded).toBe(0)
})

test('whether a report is dated in the future is decided by the time of the database, even while it is doubted', async () => {
  const { clock } = service.services
  const dayMs = 24 * 3_600_000
  const now = clock.now()
  const dated = (ms: number) => {
    reference += 1
    const created_at = new Date(ms).toISOString()
    return create({ gateway_response: { retrieval_reference: String(reference), created_at } })
  }
  try {
    // The clock of this node is ten days behind the database's.
    clock.verify(now + 10 * dayMs)
    expect((await dated(now + 10 * dayMs)).status).toBe(200)
    // After ten days of holiday the database's time is doubted.
    clock.verify(now - 10 * dayMs, 10 * dayMs)
    expect((await dated(now)).status).toBe(200)
    // The clock of this node is ten days ahead.
    clock.verify(now - 10 * dayMs)
    expectRefusal(await dated(now), 'parameter_invalid')
  } finally {
    clock.verify(clock.now())
  }
})
