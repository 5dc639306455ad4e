import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../../../src-service/caller.ts'
import { type Counter, codeOf, hsn, openCounter, refusalOf } from '../terminals-harness.ts'

const device_type = 'Test'

async function codeFor(counter: Counter, caller?: Caller): Promise<string> {
  const issued = await counter.must(
    'terminals.activation_code',
    { hsn },
    caller === undefined ? {} : { caller },
  )
  return (issued as { activation_code: string }).activation_code
}

const redeem = (counter: Counter, activation_code: string) =>
  counter.call('terminals.activate', { hsn, activation_code, device_type })

const wrongOf = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

describe('activation', () => {
  test('a code is eight digits, good for 15 minutes, and kept as a hash', async () => {
    const counter = await openCounter()
    const issued = (await counter.must('terminals.activation_code', { hsn })) as {
      activation_code: string
      expires_at: string
    }
    expect(issued.activation_code).toMatch(/^\d{8}$/)
    const life = Date.parse(issued.expires_at) - counter.clock.now()
    expect(life).toBeGreaterThan(890_000)
    expect(life).toBeLessThanOrEqual(900_000)
    const rows = await counter.services.store.list('activation_code', { limit: 10 })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(issued.activation_code)
  })

  test('redeeming a code gives a credential, once', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const activated = await redeem(counter, code)
    expect(activated).toMatchObject({ ok: true, value: { name: `Terminal ${hsn}` } })
    const refusal = refusalOf(await redeem(counter, code))
    expect(refusal.code).toBe('activation_code_invalid')
    expect(refusal.message).toContain('used already')
  })

  test('two terminals that redeem a code at the same moment: one is activated', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const results = await Promise.all([redeem(counter, code), redeem(counter, code)])
    expect(results.map((result) => result.ok).sort()).toEqual([false, true])
  })

  test('a wrong code is refused in clear words', async () => {
    const counter = await openCounter()
    const refusal = refusalOf(await redeem(counter, wrongOf(await codeFor(counter))))
    expect(refusal.code).toBe('activation_code_invalid')
    expect(refusal.message).toContain('Tries left: 4')
  })

  test('an expired code is refused in clear words', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    await counter.advance(900)
    expect(refusalOf(await redeem(counter, code)).message).toContain('expired')
  })

  test('the right code is void after five wrong guesses', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    for (let guess = 0; guess < 5; guess += 1) await redeem(counter, wrongOf(code))
    expect(refusalOf(await redeem(counter, code)).message).toContain('void')
    expect(await redeem(counter, await codeFor(counter))).toMatchObject({ ok: true })
  })

  test('guesses that come all at once count one by one', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    await Promise.all(Array.from({ length: 8 }, () => redeem(counter, wrongOf(code))))
    expect((await redeem(counter, code)).ok).toBe(false)
  })

  test('a new code replaces the old one', async () => {
    const counter = await openCounter()
    const old = await codeFor(counter)
    const code = await codeFor(counter)
    if (old !== code) expect((await redeem(counter, old)).ok).toBe(false)
    expect((await redeem(counter, code)).ok).toBe(true)
  })

  test('an hsn that nobody registered is answered like a wrong code', async () => {
    const counter = await openCounter()
    expect(codeOf(await redeem(counter, '12345678'))).toBe('activation_code_invalid')
  })

  test('a new activation ends the link with the old credential', async () => {
    const counter = await openCounter()
    await counter.plug()
    await redeem(counter, await codeFor(counter))
    expect(counter.module.context.links.isLinked(hsn)).toBe(false)
  })
})

describe('whose terminal it is', () => {
  const stranger: Caller = {
    keyId: 'k',
    tenantId: 'ten_other',
    level: 'tenant_admin',
    accountId: 'acct_other',
  }

  test("another tenant's hsn is hsn_not_owned, for its code and for a session", async () => {
    const counter = await openCounter()
    await counter.plug()
    const options = { caller: stranger }
    expect(codeOf(await counter.call('terminals.activation_code', { hsn }, options))).toBe('hsn_not_owned')
    expect(codeOf(await counter.call('terminals.connect', { hsn }, options))).toBe('hsn_not_owned')
    expect(codeOf(await counter.call('terminals.connect', { hsn: 'NOBODYS' }, options))).toBe('hsn_not_owned')
  })

  test('a session key does not help a stranger', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const asked = counter.call('terminals.ping', { hsn }, { sessionKey, caller: stranger })
    expect(codeOf(await asked)).toBe('hsn_not_owned')
  })

  test("a key of the whole tenant registers at the tenant's only account", async () => {
    const counter = await openCounter()
    await codeFor(counter, { ...counter.caller, accountId: null })
    const { merchant_id } = counter.merchant
    expect(await counter.must('terminals.list_terminals', { merchant_id })).toEqual({ terminals: [hsn] })
  })

  test('a key that is bound to less than the tenant must name the account', async () => {
    const counter = await openCounter()
    const caller: Caller = { ...counter.caller, level: 'business', accountId: null }
    const refusal = refusalOf(await counter.call('terminals.activation_code', { hsn }, { caller }))
    expect(refusal).toMatchObject({ code: 'terminal_parameter_missing', param: 'x-account-id' })
  })

  test('a merchant without terminals gets an empty list', async () => {
    const counter = await openCounter()
    const { merchant_id } = counter.merchant
    expect(codeOf(await counter.call('terminals.list_terminals', { merchant_id }))).toBe('no_terminals')
    expect(codeOf(await counter.call('terminals.list_terminals', { merchant_id: 'mer_x' }))).toBe(
      'resource_missing',
    )
  })

  test('terminal_details holds the hardware of the hello and whether it is connected now', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'no_signature' })
    const { merchant_id } = counter.merchant
    expect(await counter.must('terminals.terminal_details', { merchant_id })).toMatchObject({
      terminal_details: [
        {
          hsn,
          connected: true,
          environment: 'sandbox',
          device_type: 'Countertop Virtual',
          device_capabilities: { signature: false, printer: true, pin_pad: true },
        },
      ],
    })
  })
})
