import { expect, test } from 'vitest'
import { createDetailedLog, detailedMs, routeOf } from '../../../../src-main/installer/detailed-log.ts'
import type { Log } from '../../../../src-main/log.ts'

const openDetailed = () => {
  const lines: object[] = []
  const write = (details: object, msg: string) => void lines.push({ ...details, msg })
  const log: Log = { info: write, warn: write, error: write }
  let elapsed = 0
  const detailed = createDetailedLog(
    log,
    () => 1_000 + elapsed,
    () => elapsed,
  )
  return { detailed, lines, pass: (ms: number) => (elapsed += ms) }
}

test('commands and requests are logged for an hour, and not after it', async () => {
  const { detailed, lines, pass } = openDetailed()
  const answer = detailed.commands(async () => ({ ok: true, value: null }))
  await answer('sale.cancel', { note: 'of Ana' })
  expect(lines).toEqual([])
  detailed.turn(true)
  expect(detailed.until()).toBe(1_000 + detailedMs)
  await answer('sale.cancel', { note: 'of Ana' })
  await detailed.requests(async () => new Response())('https://a.example/payment_intents/pi_1?q=Ana')
  expect(lines).toEqual([
    { command: 'sale.cancel', status: 'done', ms: 0, msg: 'detail.command' },
    { method: 'GET', path: '/payment_intents/…', status: 200, ms: 0, msg: 'detail.request' },
  ])
  pass(detailedMs)
  await answer('sale.cancel', undefined)
  expect(lines).toHaveLength(2)
  expect(detailed.until()).toBeNull()
})

test('a request without an answer is logged, and fails as before', async () => {
  const { detailed, lines } = openDetailed()
  detailed.turn(true)
  const send = detailed.requests(async () => Promise.reject(new TypeError('fetch failed')))
  await expect(send('https://a.example/terminals/ping', { method: 'POST' })).rejects.toThrow('fetch failed')
  expect(lines).toMatchObject([{ method: 'POST', path: '/terminals/ping', status: 'no_answer' }])
})

test('a logged path keeps its words, and no ids or personal data', () => {
  expect(routeOf('https://a.example/customers/cust_9/notes?name=Ana')).toBe('/customers/…/notes')
  expect(routeOf('https://a.example/receipts/AbCdEf')).toBe('/receipts/…')
})
