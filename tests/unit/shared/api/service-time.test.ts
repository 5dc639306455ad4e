import { expect, test, vi } from 'vitest'
import { createClient } from '../../../../src-shared/api/client.ts'

const secondMs = 1_000

/** A client whose service sends these values of the header `date`, one an answer. */
function withDates(...dates: readonly (number | null)[]) {
  const left = [...dates]
  const send = async () => {
    const date = left.shift() ?? null
    return new Response('{}', {
      status: 404,
      ...(date === null ? {} : { headers: { date: new Date(date).toUTCString() } }),
    })
  }
  const client = createClient({ baseUrl: 'http://service.example', apiKey: 'sk', fetch: send })
  return {
    time: () => client.serviceTime?.() ?? null,
    ask: () => client.call('payment_intents.get', { params: { id: 'pi_1' } }),
  }
}

test('the time of the service is known from its answers, and goes on between them', async () => {
  const start = Date.parse('2026-11-30T12:00:00.000Z')
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { time, ask } = withDates(start, null, start + 5 * secondMs, start - 3_600 * secondMs)
  expect(time()).toBeNull()
  await ask()
  expect(time()).toBe(start)
  now.mockReturnValue(2_500)
  await ask()
  expect(time()).toBe(start + 2_500)
  now.mockReturnValue(4 * secondMs)
  await ask()
  expect(time()).toBe(start + 5 * secondMs)
  // The service's clock was set back.
  await ask()
  expect(time()).toBe(start - 3_600 * secondMs)
})

test('an answer that was slow, or whose time is cut to whole seconds, does not turn the time back', async () => {
  const start = Date.parse('2026-11-30T12:00:00.000Z')
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { time, ask } = withDates(start, start, start)
  await ask()
  for (const elapsed of [999, 20 * secondMs]) {
    now.mockReturnValue(elapsed)
    await ask()
    expect(time()).toBe(start + elapsed)
  }
})
