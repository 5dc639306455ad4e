import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { learnCurrency, learnShop, type Shop } from '../../../../src-main/live-service/learn-shop.ts'
import { accessTo } from '../../../../src-main/terminal/service-access.ts'
import { type ErrorCode, errorTypeOf } from '../../../../src-shared/api/errors.ts'

const account = {
  ...{ id: 'acct_1', entity: 'account', name: 'Shop', status: 'boarded', payouts_enabled: true },
  ...{ business_id: 'biz_1', merchant_id: '800000001' },
  ...{ created_at: '2026-11-23T12:00:00.000Z', updated_at: '2026-11-23T12:00:00.000Z' },
}
const refusal = (code: ErrorCode) => ({
  error: { type: errorTypeOf(code), code, message: 'no', request_id: 'r' },
})

/** Nothing ends the questions. */
const never = new AbortController().signal

const accessAnswering = (answer: (path: string, asked: number) => readonly [number, unknown]) => {
  let asked = 0
  const url = 'http://127.0.0.1:1'
  const address = { url, apiKey: 'sk_1', accountId: 'acct_1', merchantId: '800000001' }
  return accessTo(
    address,
    () => 'en',
    async (request) => {
      const path = new URL(String(request)).pathname
      if (path.startsWith('/accounts/')) asked++
      const [status, body] = answer(path, asked)
      return new Response(JSON.stringify(body), { status })
    },
  )
}

/** Advances the timers until `ending` resolves: the modules of the first request load at the speed of the disk. */
async function pass<Value>(ending: Promise<Value>): Promise<Value> {
  let ended = false
  void ending.finally(() => {
    ended = true
  })
  while (!ended) {
    await vi.advanceTimersByTimeAsync(1_000)
    await readFile(import.meta.filename)
  }
  return ending
}

test.each([
  [429, 'rate_limited'],
  [401, 'api_key_invalid'],
  [503, 'overloaded'],
] as const)(
  'an answer without the currency does not mean US dollars: after %i the service is asked again',
  async (status, code) => {
    vi.useFakeTimers()
    const learned = learnCurrency(
      accessAnswering((_path, asked) =>
        asked < 5 ? [status, refusal(code)] : [200, { ...account, currency: 'CAD' }],
      ),
      never,
    )
    expect(await pass(learned)).toBe('CAD')
  },
)

test('an account without a currency field is in US dollars, as the specification defines', async () => {
  expect(
    await learnCurrency(
      accessAnswering(() => [200, account]),
      never,
    ),
  ).toBe('USD')
})

test('an account that is refused or unreadable is in US dollars when other requests work', async () => {
  expect(
    await learnCurrency(
      accessAnswering(() => [403, refusal('permission_denied')]),
      never,
    ),
  ).toBe('USD')
  vi.useFakeTimers()
  const learned = learnCurrency(
    accessAnswering((path) => {
      if (path.startsWith('/accounts/')) return [200, { id: 'acct_1' }]
      return path.startsWith('/terminals/') ? [200, { terminal_details: [] }] : [404, 'Not Found']
    }),
    never,
  )
  expect(await pass(learned)).toBe('USD')
})

test('when the service changes or the app closes, a service without an answer is asked no longer', async () => {
  vi.useFakeTimers()
  let requests = 0
  const stopping = new AbortController()
  const learned = learnCurrency(
    accessAnswering((_path, asked) => {
      requests = asked
      return [503, refusal('overloaded')]
    }),
    stopping.signal,
  )
  while (requests < 3) await pass(readFile(import.meta.filename))
  stopping.abort(new Error('the app is closing'))
  await expect(learned).rejects.toThrow('closing')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toBe(3)
})

const place = {
  company: { phone_number: '+12175550100' },
  address: {
    ...{ address_line1: '1 Elm St', address_line2: 'Suite 5' },
    ...{ city: 'Springfield', state: 'IL', zip_code: '62701' },
  },
}

test('the shop is requested again when its account was not returned, and real money is reported at once', async () => {
  vi.useFakeTimers()
  const reported: Shop[] = []
  const stop = learnShop(
    accessAnswering((path, asked) => {
      if (path.startsWith('/terminals/')) return [200, { terminal_details: [] }]
      if (!path.startsWith('/accounts/')) return [404, 'Not Found']
      return asked < 3 ? [503, refusal('overloaded')] : [200, { ...account, ...place, currency: 'CAD' }]
    }),
    (shop) => reported.push(shop),
  )
  while (reported.length < 2) await pass(readFile(import.meta.filename))
  stop()
  expect(reported).toEqual([
    { name: null, contact: null, realMoney: true, currency: null },
    {
      name: 'Shop',
      contact: { address1: '1 Elm St, Suite 5', address2: 'Springfield, IL 62701', phone: '+12175550100' },
      ...{ realMoney: true, currency: 'CAD' },
    },
  ])
})
