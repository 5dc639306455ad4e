import { expect, test } from 'vitest'
import { createCheckoutSessionBodySchema } from '../../../../src-shared/api/schemas/checkout-session.ts'
import { emailAddressSchema } from '../../../../src-shared/api/schemas/message.ts'
import { createProcessingPlanBodySchema } from '../../../../src-shared/api/schemas/processing-plan.ts'

test('a return address may have its scheme in capitals, as some programs write it', () => {
  const { success_url } = createCheckoutSessionBodySchema.shape
  const accepted = (url: string) => success_url.safeParse(url).success
  expect(['https://a.example/back', 'HTTPS://a.example/back', 'Http://a.example'].map(accepted)).toEqual([
    ...[true, true, true],
  ])
  expect(
    [
      'https:a.example',
      'javascript://a.example/%0Aalert(1)',
      'JAVASCRIPT:alert(1)',
      'https://a.example/"',
    ].map(accepted),
  ).toEqual([false, false, false, false])
})

test('the fixed fees of a plan have a limit, beyond which no settlement could book them', () => {
  const plan = { name: 'Plan' }
  const names = ['auth_fee', 'ach_per_transaction_fee', 'chargeback_fee', 'reversal_fee', 'return_fee']
  for (const name of names) {
    const accepted = (fee: number) =>
      createProcessingPlanBodySchema.safeParse({ ...plan, [name]: fee }).success
    expect([accepted(1_000_000), accepted(1_000_001), accepted(Number.MAX_SAFE_INTEGER)], name).toEqual([
      ...[true, false, false],
    ])
  }
})

test('an e-mail address may have every character that needs no quotes', () => {
  const accepted = (address: string) => emailAddressSchema.safeParse(address).success
  const good = ['r&d@example.com', "o'hara+shop@example.co.uk", 'a!b#c=d/e@example.com', '{x}~|y@example.com']
  expect(good.filter((address) => !accepted(address))).toEqual([])
  const bad = [
    ...['a@b', '.a@example.com', 'a.@example.com', 'a..b@example.com', 'a b@example.com', 'a@@example.com'],
    ...[
      'a@-example.com',
      'a,b@example.com',
      '"a"@example.com',
      'Ada <a@example.com>',
      'a@example.com\r\nBcc: b@c.de',
    ],
  ]
  expect(bad.filter(accepted)).toEqual([])
  const before = performance.now()
  expect(accepted(`${'a.'.repeat(500_000)}@`)).toBe(false)
  expect(performance.now() - before).toBeLessThan(60_000)
})
