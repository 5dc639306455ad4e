import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBankFacts } from '../../../../src-main/reports/bank.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { hsn, pay } from '../support/manager.ts'
import { must, startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

const clock = { timeZone: 'America/Los_Angeles', dayEndsAt: 0 }

/** The same service as one that keeps the specification, and nothing of ours. */
function withoutOurs() {
  const { url, apiKey, accountId } = service.access
  const isOurs = /\/(disputes|settlements)(\?|$)/
  return createClient({
    baseUrl: url,
    apiKey,
    accountId,
    fetch: (input, init) =>
      isOurs.test(String(input)) ? Promise.resolve(new Response('{}', { status: 404 })) : fetch(input, init),
  })
}

describe('the shop’s money at the bank', () => {
  test('a dispute that is due soonest stands first, a payout is what was taken less what went off it', async () => {
    const { client } = service
    const [first, second, third] = [
      await pay(service, 5_000),
      await pay(service, 3_000),
      await pay(service, 900),
    ]
    await must(client.call('refunds.create', { params: { id: third.id }, body: { amount: 400 } }))
    await must(client.call('sandbox.settlements.close', { body: { account_id: service.access.accountId } }))
    const dispute = (id: string, respond_by: string) =>
      must(client.call('sandbox.payments.dispute', { params: { id }, body: { respond_by } }))
    await dispute(first.id, '2027-02-20T12:00:00.000Z')
    await dispute(second.id, '2027-02-10T12:00:00.000Z')
    const facts = await must(readBankFacts(() => client, clock))
    expect(facts.disputes).toMatchObject([
      { payment_id: second.id, state: 'open', taken: 3_000 },
      { payment_id: first.id, respond_by: '2027-02-20T12:00:00.000Z' },
    ])
    const payout = facts.payouts?.[0]
    if (payout === undefined) throw new Error('nothing was settled')
    const { captured, refunded, fees, splits, paid_out } = payout
    expect([captured, refunded]).toEqual([8_900, 400])
    expect(captured - refunded - fees - splits).toBe(paid_out)
    const disputed = facts.fees.flatMap((day) => day.fees).filter(({ type }) => type === 'CHARGEBACK')
    expect(disputed.map(({ payment_id }) => payment_id).toSorted()).toEqual([first.id, second.id].toSorted())
  })

  test('a service of somebody else has no list of disputes nor payouts, and shows what it has', async () => {
    const client = withoutOurs()
    const facts = await must(readBankFacts(() => client, clock))
    expect(facts).toMatchObject({ disputes: null, payouts: null })
  })

  test('a service that does not answer is no service without disputes', async () => {
    expect(await readBankFacts(() => null, clock)).toMatchObject({
      ok: false,
      error: { code: 'not_available' },
    })
  })
})
