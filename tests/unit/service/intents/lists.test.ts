import { describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { doNotHonor } from '../authorize/cards.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

interface Page {
  readonly data: readonly PaymentIntent[]
  readonly meta: { readonly has_more: boolean; readonly limit: number; readonly next_cursor?: string }
}

const list = async (harness: PaymentsHarness, query: object = {}, parts: object = {}): Promise<Page> =>
  mustOf(await harness.call('payment_intents.list', { query, ...parts })) as Page
const amounts = (page: Page) => page.data.map((intent) => intent.amount)

/** Creates intents of 1, 2, 3 … cents, in this order. */
const harnessWith = async (count: number): Promise<PaymentsHarness> => {
  const harness = await openPaymentsHarness()
  for (let amount = 1; amount <= count; amount += 1) await harness.intent({ amount })
  return harness
}

describe('lists (section 4)', () => {
  test('lists return ten items a page, newest first, and whether there are more', async () => {
    const harness = await harnessWith(12)
    const page = await list(harness)
    expect(amounts(page)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(page.meta).toEqual({ has_more: true, limit: 10, next_cursor: page.data[9]?.id })
  })

  test('lists continue after a cursor until the end, with each item once', async () => {
    const harness = await harnessWith(7)
    const seen: number[] = []
    let starting_after: string | undefined
    do {
      const page = await list(harness, { limit: 3, ...(starting_after && { starting_after }) })
      seen.push(...amounts(page))
      starting_after = page.meta.next_cursor
      expect(page.meta.has_more).toBe(starting_after !== undefined)
    } while (starting_after !== undefined)
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  test('lists before a cursor return the nearest newer items', async () => {
    const harness = await harnessWith(7)
    const oldest = (await list(harness, { limit: 7 })).data[6]?.id
    const page = await list(harness, { limit: 3, ending_before: oldest })
    expect(amounts(page)).toEqual([4, 3, 2])
    const next = await list(harness, { limit: 3, ending_before: page.meta.next_cursor })
    expect(amounts(next)).toEqual([7, 6, 5])
    expect(next.meta).toEqual({ has_more: false, limit: 3 })
  })

  test('lists refuse a cursor that is not in the list, and two cursors', async () => {
    const harness = await harnessWith(2)
    const [first] = (await list(harness)).data
    const ask = (query: object) => harness.call('payment_intents.list', { query })
    expect(await ask({ starting_after: 'pi_missing' })).toMatchObject({
      ok: false,
      error: { code: 'parameter_invalid', param: 'starting_after' },
    })
    expect(codeOf(await ask({ starting_after: first?.id, ending_before: first?.id }))).toBe(
      'parameter_invalid',
    )
    const stranger = { ...harness.caller, accountId: 'acct_other' }
    const theirs = { query: { starting_after: first?.id }, caller: stranger }
    expect(codeOf(await harness.call('payment_intents.list', theirs))).toBe('parameter_invalid')
  })

  test('lists return the intents of one account, or of every account in reach', async () => {
    const harness = await harnessWith(2)
    expect(amounts(await list(harness, {}, { caller: { ...harness.caller, accountId: null } }))).toEqual([
      2, 1,
    ])
    expect(
      amounts(await list(harness, {}, { caller: { ...harness.caller, accountId: 'acct_other' } })),
    ).toEqual([])
    const otherTenant = { ...harness.caller, accountId: null, tenantId: 'ten_other' }
    expect(amounts(await list(harness, {}, { caller: otherTenant }))).toEqual([])
  })

  test('lists of payments contain every attempt of the intent, and no others', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const other = await harness.intent()
    await harness.pay(id, doNotHonor)
    await harness.pay(other.id)
    await harness.pay(id)
    expect((await harness.payments(id)).map((payment) => payment.status)).toEqual(['captured', 'failed'])
    const [theirs] = await harness.payments(other.id)
    const query = { starting_after: theirs?.id }
    expect(codeOf(await harness.call('payment_intents.list_payments', { params: { id }, query }))).toBe(
      'parameter_invalid',
    )
  })
})
