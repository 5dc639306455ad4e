import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DiagnosticResult, TryableOperation } from '../../../../../src-shared/pos/terminals/installer.ts'
import { must } from '../../../../support/must.ts'
import { type InstallerHarness, openInstallerHarness } from '../../support/installer-harness.ts'
import { startTestService, type TestService, until } from '../../support/service.ts'

const ours = 'VT-1'
const other = 'VT-2'
let service: TestService
let harness: InstallerHarness
beforeEach(async () => {
  service = await startTestService()
  await service.plug({ hsn: ours })
  await service.plug({ hsn: other })
  harness = await openInstallerHarness(service, { hsn: ours })
  await harness.counter().terminalIs('connected')
})
afterEach(async () => {
  await harness.stop()
  await service.stop()
})

const run = (hsn: string, operation: TryableOperation, fields: Record<string, string | number> = {}) =>
  must(harness.try({ hsn, operation, fields }))
const factsOf = ({ facts }: DiagnosticResult) =>
  Object.fromEntries(
    facts.map(({ name, kind, value }) => [name, kind === 'text' ? value : `${kind} ${value}`]),
  )

/** Waits until the terminal shows a prompt to the customer. */
const isAsking = (hsn: string) =>
  until(
    () => must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } })),
    ({ screen }) => screen.name !== 'welcome' && screen.name !== 'message',
  )

const plain: readonly (readonly [TryableOperation, Record<string, string | number>, object])[] = [
  ['ping', {}, { answered: 'yes_no true', busy: 'yes_no false', latency: expect.stringMatching(/^ms \d+$/) }],
  ['get_pan_pad_version', {}, { version: expect.stringMatching(/./) }],
  ['date_time', {}, { clock_set_to: expect.stringMatching(/^time 20/) }],
  ['display', { text: 'Good\nmorning' }, { shown: 'Good\nmorning' }],
  ['read_confirmation', { prompt: 'Well?' }, { confirmed: 'yes_no true' }],
  ['read_input', { prompt: 'Phone', format: 'PHONE' }, { input: expect.stringMatching(/^\d{10}$/) }],
  ['tip', { amount: 2000 }, { amount: 'cents 2000', tip: expect.stringMatching(/^cents/) }],
  ['read_signature', { prompt: 'Sign', signature_format: 'jpg' }, { signature_size: '480 × 160, jpg' }],
  [
    'read_card',
    { amount: 100 },
    { last_four: '1111', single_use: 'yes_no true', token: expect.stringMatching(/^pm_/) },
  ],
  ['read_manual', { amount: 100 }, { last_four: '1111' }],
]

describe.each([
  ['the counter’s own terminal', ours],
  ['another terminal', other],
])('diagnostics on %s', (_name, hsn) => {
  test.each(plain)('the operation %s is run and reports its result', async (operation, fields, expected) => {
    // The counter sets the clock of a terminal that has just connected, which keeps the terminal busy.
    if (operation === 'ping') await run(hsn, 'date_time')
    const result = await run(hsn, operation, fields)
    expect(result).toMatchObject({ operation, hsn, ok: true })
    expect(factsOf(result)).toMatchObject(expected)
    expect(JSON.stringify(result.facts)).not.toMatch(/\d{12,19}/)
    if (operation === 'read_signature') expect(result.signature).toMatch(/^data:image\/png;base64,/)
  })

  test.each(['auth_card', 'auth_manual'] as const)(
    'the operation %s charges an amount and gives it back',
    async (operation) => {
      const result = await run(hsn, operation, { amount: 250 })
      expect(factsOf(result)).toMatchObject({
        amount: 'cents 250',
        authorized: 'cents 250',
        status: 'captured',
        last_four: '1111',
        returned: 'yes_no true',
      })
      expect(result.ok).toBe(true)
      const [intent] = await service.intents()
      expect(intent).toMatchObject({ status: 'cancelled', latest_payment: { status: 'voided' } })
      expect(await harness.owed()).toEqual([])
    },
  )

  test('a receipt of the latest payment is printed; without a payment the report shows that', async () => {
    const nothing = await run(hsn, 'print_receipt')
    expect(nothing).toMatchObject({ ok: false, facts: [{ name: 'detail' }] })
    await run(hsn, 'auth_card')
    const printed = await run(hsn, 'print_receipt')
    expect(factsOf(printed)).toMatchObject({ printed: 'yes_no true' })
    const shown = await must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn } }))
    expect(JSON.stringify(shown.printed)).toContain('VOID')
  })
})

test('a decline moves no money, and the report names its reason', async () => {
  await service.change(ours, { script: 'decline' })
  const result = await run(ours, 'auth_card')
  expect(result.ok).toBe(false)
  expect(factsOf(result)).toMatchObject({ status: 'failed', returned: 'yes_no true' })
  expect(factsOf(result).decline).toMatch(/./)
})

test('a terminal that another counter uses is not taken over, and the report names that counter', async () => {
  const body = { hsn: other, client: { id: 'somebody-else', name: 'Counter 7' } }
  const held = await must(service.client.call('terminals.connect', { body }))
  const result = await run(other, 'display')
  expect(result.ok).toBe(false)
  expect(factsOf(result).detail).toContain('Counter 7')
  const ping = { body: { hsn: other }, sessionKey: held.session_key }
  expect((await service.client.call('terminals.ping', ping)).ok).toBe(true)
})

test('another terminal is released after the diagnostic', async () => {
  await run(other, 'display')
  expect((await service.client.call('terminals.connect', { body: { hsn: other } })).ok).toBe(true)
})

test.each([ours, other])('the prompt on %s can be stopped', async (hsn) => {
  await service.change(hsn, { script: 'silent' })
  const diagnostic = run(hsn, 'auth_card')
  await isAsking(hsn)
  await must(harness.stopTry({ hsn }))
  const result = await diagnostic
  expect(result.ok).toBe(false)
  expect(factsOf(result)).toMatchObject({ returned: 'yes_no true' })
  expect((await service.intents())[0]).toMatchObject({ status: 'cancelled' })
})

test('an operation stopped before it reached the terminal is never sent', async () => {
  const diagnostic = run(other, 'auth_card')
  await must(harness.stopTry({ hsn: other }))
  expect(await diagnostic).toMatchObject({ ok: false })
  const shown = await must(service.client.call('sandbox.virtual_terminals.get', { params: { hsn: other } }))
  expect(shown.screen.name).toBe('welcome')
  for (const { status } of await service.intents()) expect(status).toBe('cancelled')
})

test('fields that an operation does not have are refused by name, and nothing is sent', async () => {
  const wrong: readonly (readonly [TryableOperation, Record<string, string | number>, string])[] = [
    ['display', { txt: 'x' }, 'txt'],
    ['read_input', { format: 'phone' }, 'format'],
    ['tip', { amount: -1 }, 'amount'],
    ['auth_card', { amount: 0 }, 'amount'],
    ['auth_card', { payment_intent_id: 'pi_of_a_customer' }, 'payment_intent_id'],
  ]
  for (const [operation, fields, name] of wrong) {
    const refused = await harness.try({ hsn: ours, operation, fields })
    expect(refused).toMatchObject({ ok: false, error: { code: 'payload_invalid' } })
    expect(JSON.stringify(refused)).toContain(name)
  }
  expect(await service.intents()).toEqual([])
})

test('no diagnostic runs on the counter’s terminal during a sale', async () => {
  await service.change(ours, { script: 'silent' })
  harness.counter().charge(1000)
  await harness.counter().saleIs('authorizing')
  const diagnostic = { hsn: ours, operation: 'display', fields: {} } as const
  expect(await harness.try(diagnostic)).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect(await harness.use({ hsn: other })).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect((await run(other, 'display')).ok).toBe(true)
})

test('a sale that begins before the diagnostic reached the terminal takes precedence', async () => {
  const diagnostic = run(ours, 'auth_card')
  harness.counter().charge(1000)
  const result = await diagnostic
  expect(result.ok).toBe(false)
  expect(factsOf(result)).toMatchObject({ returned: 'yes_no true', detail: expect.stringContaining('sale') })
  await harness.counter().saleIs('approved')
  expect((await service.intents()).map(({ amount, status }) => [amount, status])).toEqual(
    expect.arrayContaining([
      [100, 'cancelled'],
      [1000, 'captured'],
    ]),
  )
})

test('a second diagnostic is refused while one runs', async () => {
  await service.change(other, { script: 'silent' })
  const first = run(other, 'read_confirmation')
  const diagnostic = { hsn: ours, operation: 'display', fields: {} } as const
  expect(await harness.try(diagnostic)).toMatchObject({ ok: false, error: { code: 'not_now' } })
  await isAsking(other)
  await harness.stopTry({ hsn: other })
  expect((await first).ok).toBe(false)
})

test('the charge of a diagnostic whose app crashed is reversed at the next start', async () => {
  const intent = await must(service.client.call('payment_intents.create', { body: { amount: 100 } }))
  const { session_key: sessionKey } = await must(
    service.client.call('terminals.connect', { body: { hsn: other } }),
  )
  const body = { hsn: other, payment_intent_id: intent.id }
  await must(service.client.call('terminals.auth_card', { body, sessionKey }))
  await harness.stop()
  const { writeFile } = await import('node:fs/promises')
  await writeFile(`${harness.userData}/trials.json`, JSON.stringify([intent.id]))
  const next = await openInstallerHarness(service, { hsn: ours, userData: harness.userData })
  await until(
    () => next.owed(),
    (owed) => owed.length === 0,
  )
  expect((await service.intents())[0]).toMatchObject({ status: 'cancelled' })
  await next.stop()
})
