import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBankFacts } from '../../../../src-main/reports/bank.ts'
import { createClient } from '../../../../src-shared/api/client.ts'
import { createMissingOperations } from '../../../../src-shared/api/missing-operations.ts'
import { must } from '../../../support/must.ts'
import { hsn, pay } from '../support/manager.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

const clock = { timeZone: 'America/Los_Angeles', dayEndsAt: 0 }

/** A client for the same service that supports only the operations of the specification. */
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
  test('the dispute with the earliest deadline comes first, and a payout is the amount less its deductions', async () => {
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
    const { captured, refunded, fees, splits, taken_back, paid_out } = payout
    expect([captured, refunded]).toEqual([8_900, 400])
    expect(captured - refunded - taken_back - fees - splits).toBe(paid_out)
    const disputed = (facts.fees ?? []).flatMap((day) => day.fees).filter(({ type }) => type === 'CHARGEBACK')
    expect(disputed.map(({ payment_id }) => payment_id).toSorted()).toEqual([first.id, second.id].toSorted())
  })

  test('a day with more fees than one page has the sum of all, and no old dispute is left out', async () => {
    const { access } = service
    const at = (number: number) => new Date(Date.UTC(2026, 5, 20, 11, 39) - number * 60_000).toISOString()
    const [fee] = (
      await must(service.client.call('fees.list', { query: { limit: 1, fee_type: 'CHARGEBACK' } }))
    ).data
    const [dispute] = (await must(service.client.call('disputes.list', { query: { limit: 1 } }))).data
    if (fee === undefined || dispute === undefined) throw new Error('there are no fees and disputes yet')
    const lists = {
      // 700 fees of the newest day, and 900 of the day before.
      fees: Array.from({ length: 1_600 }, (_, number) => ({
        ...fee,
        ...{ id: `fee_${number}`, amount: 10, created_at: at(number) },
      })),
      disputes: Array.from({ length: 120 }, (_, number) => ({ ...dispute, id: `pmt_${number}` })),
    }
    const pageOf = (input: string) => {
      const { pathname, searchParams } = new URL(input)
      const all: readonly { id: string }[] | undefined =
        lists[pathname.split('/').at(-1) as keyof typeof lists]
      if (all === undefined) return null
      const first = all.findIndex(({ id }) => id === searchParams.get('starting_after')) + 1
      const data = all.slice(first, first + 50)
      const has_more = first + 50 < all.length
      return { data, meta: { limit: 50, has_more, ...(has_more ? { next_cursor: data.at(-1)?.id } : {}) } }
    }
    const client = createClient({
      ...{ baseUrl: access.url, apiKey: access.apiKey, accountId: access.accountId },
      fetch: async (input, init) => {
        const page = pageOf(String(input))
        return page === null ? fetch(input, init) : Response.json(page)
      },
    })
    const facts = await must(readBankFacts(() => client, { timeZone: 'UTC', dayEndsAt: 0 }))
    expect(facts.disputes).toHaveLength(120)
    // The fees of the day before were read in part only, so their total is unknown.
    expect(facts.fees?.map(({ day, total }) => [day, total])).toEqual([['2026-06-20', 7_000]])
  })

  test('a service without lists of disputes and payouts shows the data that it has', async () => {
    const client = withoutOurs()
    const facts = await must(readBankFacts(() => client, clock))
    expect(facts).toMatchObject({ disputes: null, payouts: null })
    const { url: baseUrl, apiKey, accountId } = service.access
    const missing = createMissingOperations(Date.now)
    missing.add('fees.list')
    const noFees = createClient({ baseUrl, apiKey, accountId, missing })
    expect(await must(readBankFacts(() => noFees, clock))).toMatchObject({ fees: null })
  })

  test('a service that does not answer is an error, not an empty list', async () => {
    expect(await readBankFacts(() => null, clock)).toMatchObject({
      ok: false,
      error: { code: 'service_away' },
    })
  })
})
