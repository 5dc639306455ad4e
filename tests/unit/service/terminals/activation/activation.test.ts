import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../../../src-service/caller.ts'
import { openHarshBooks } from '../../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../../src-service/processor/harsh/harsh-processor.ts'
import { withTerminals } from '../../../../../src-service/processor/harsh/with-terminals.ts'
import type { Store } from '../../../../../src-service/store/store.ts'
import type { ActivationCodeDocument } from '../../../../../src-service/terminals/rows.ts'
import { beginActivation } from '../../../../../src-shared/terminal/activation.ts'
import { openSqliteStore } from '../../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../../support/steady-clock.ts'
import { createBank } from '../bank-harness.ts'
import {
  type Counter,
  codeOf,
  hsn,
  openCounter,
  openNode,
  refusalOf,
  tryToJoin,
} from '../terminals-harness.ts'

async function codeFor(counter: Counter, caller?: Caller): Promise<string> {
  const issued = await counter.must(
    'terminals.activation_code',
    { hsn },
    caller === undefined ? {} : { caller },
  )
  return (issued as { activation_code: string }).activation_code
}

const redeem = (counter: Counter, code: string, address = '192.0.2.1') =>
  tryToJoin(counter, code, { address })

async function storedCode(counter: Counter): Promise<ActivationCodeDocument | undefined> {
  const [row] = await counter.services.store.list<ActivationCodeDocument>('activation_code', { limit: 1 })
  return row?.document
}

const wrongOf = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

describe('activation', () => {
  test('a code is eight digits, valid for 15 minutes, and stored encrypted', async () => {
    const counter = await openCounter()
    const issued = (await counter.must('terminals.activation_code', { hsn })) as {
      activation_code: string
      expires_at: string
    }
    expect(issued.activation_code).toMatch(/^\d{8}$/)
    const life = Date.parse(issued.expires_at) - counter.clock.now()
    expect(life).toBeGreaterThan(840_000)
    expect(life).toBeLessThanOrEqual(900_000)
    const rows = await counter.services.store.list('activation_code', { limit: 10 })
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(issued.activation_code)
  })

  test('redeeming a code returns a credential, once', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const activated = await redeem(counter, code)
    expect(activated).toMatchObject({ ok: true, value: { name: `Terminal ${hsn}` } })
    expect(codeOf(await redeem(counter, code))).toBe('activation_code_invalid')
  })

  test('when two terminals redeem a code at the same moment, one is activated', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const results = await Promise.all([redeem(counter, code), redeem(counter, code)])
    expect(results.map((result) => result.ok).sort()).toEqual([false, true])
  })

  test('the refusal is the same for a wrong, used or expired code and for an unregistered terminal', async () => {
    const counter = await openCounter()
    const refusals = [refusalOf(await redeem(counter, '12345678'))]
    const code = await codeFor(counter)
    refusals.push(refusalOf(await redeem(counter, wrongOf(code))))
    await counter.advance(900)
    refusals.push(refusalOf(await redeem(counter, code)))
    const used = await codeFor(counter)
    await redeem(counter, used)
    refusals.push(refusalOf(await redeem(counter, used)))
    expect(refusals[0]?.code).toBe('activation_code_invalid')
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
  })

  test('wrong guesses from one address do not void the code for the terminal at another address', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    for (let guess = 0; guess < 12; guess += 1) await redeem(counter, wrongOf(code), '203.0.113.7')
    expect(codeOf(await redeem(counter, code, '203.0.113.7'))).toBe('rate_limited')
    expect(await redeem(counter, code, '198.51.100.2')).toMatchObject({ ok: true })
  })

  test('an address has the same number of guesses for an unregistered terminal', async () => {
    const counter = await openCounter()
    const codes: string[] = []
    for (let guess = 0; guess < 6; guess += 1) codes.push(codeOf(await redeem(counter, '12345678')))
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'activation_code_invalid'), 'rate_limited'])
  })

  test('guesses that arrive all at once are each counted', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const guesses = Array.from({ length: 4 }, (_, at) => redeem(counter, wrongOf(code), `203.0.113.${at}`))
    await Promise.all(guesses)
    expect(await storedCode(counter)).toMatchObject({ guesses: 4, wrong_guesses: 4 })
  })

  test('an unregistered serial number always gets the same service share', async () => {
    const counter = await openCounter()
    const body = { hsn: 'NOBODYS', share: beginActivation('NOBODYS', '12345678').share }
    const answers = [
      await counter.must('terminals.begin_activation', body),
      await counter.must('terminals.begin_activation', body),
    ]
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ service_share: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('a code is void after a thousand guesses from all addresses', async () => {
    const counter = await openCounter()
    const code = await codeFor(counter)
    const [row] = await counter.services.store.list<ActivationCodeDocument>('activation_code', { limit: 1 })
    if (row === undefined) throw new Error('there is no code')
    const guessed = { ...row, version: row.version + 1, document: { ...row.document, guesses: 1000 } }
    await counter.services.store.commit({ writes: [{ op: 'update', kind: 'activation_code', row: guessed }] })
    expect(codeOf(await redeem(counter, code))).toBe('activation_code_invalid')
    expect(await redeem(counter, await codeFor(counter))).toMatchObject({ ok: true })
  })

  test('a new code replaces the old one', async () => {
    const counter = await openCounter()
    const old = await codeFor(counter)
    const code = await codeFor(counter)
    if (old !== code) expect((await redeem(counter, old)).ok).toBe(false)
    expect((await redeem(counter, code)).ok).toBe(true)
  })

  test('a new activation leaves the link with the old credential until the new one is used', async () => {
    const counter = await openCounter()
    await counter.plug()
    await redeem(counter, await codeFor(counter))
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
  })
})

test('a terminal that joins while the list is being read is in the list', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'joining-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const clock = createSteadyClock()
  let afterFirstList: (() => Promise<unknown>) | null = null
  const openStore = async (): Promise<Store> => {
    const store = openSqliteStore(join(directory, 'service.db'))
    const list: Store['list'] = async (kind, query) => {
      const rows = await store.list(kind, query)
      if (kind !== 'terminal' && kind !== 'activation_code') return rows as never
      const during = afterFirstList
      afterFirstList = null
      await during?.()
      return rows as never
    }
    return { ...store, list }
  }
  const counter = await openNode(openStore, { clock, bank: createBank(clock), directory }, {})
  const code = await codeFor(counter)
  afterFirstList = () => redeem(counter, code)
  const { merchant_id } = counter.merchant
  expect(await counter.must('terminals.list_terminals', { merchant_id })).toEqual({ terminals: [hsn] })
  expect(codeOf(await redeem(counter, code))).toBe('activation_code_invalid')
})

describe('the owner of a terminal', () => {
  const stranger: Caller = {
    keyId: 'k',
    tenantId: 'ten_other',
    level: 'tenant_admin',
    accountId: 'acct_other',
  }

  test("another tenant's hsn is refused with hsn_not_owned, for a code and for a session", async () => {
    const counter = await openCounter()
    await counter.plug()
    const options = { caller: stranger }
    expect(codeOf(await counter.call('terminals.activation_code', { hsn }, options))).toBe('hsn_not_owned')
    expect(codeOf(await counter.call('terminals.connect', { hsn }, options))).toBe('hsn_not_owned')
    expect(codeOf(await counter.call('terminals.connect', { hsn: 'NOBODYS' }, options))).toBe('hsn_not_owned')
  })

  test('a session key does not give another tenant access', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const asked = counter.call('terminals.ping', { hsn }, { sessionKey, caller: stranger })
    expect(codeOf(await asked)).toBe('hsn_not_owned')
  })

  test("a tenant-level key registers terminals at the tenant's only account", async () => {
    const counter = await openCounter()
    await codeFor(counter, { ...counter.caller, accountId: null })
    const { merchant_id } = counter.merchant
    expect(await counter.must('terminals.list_terminals', { merchant_id })).toEqual({ terminals: [hsn] })
  })

  test('a key that reaches several accounts must name the account', async () => {
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

  test('terminal_details marks a terminal of the sandbox, whichever of its banks it uses', async () => {
    const books = openHarshBooks(':memory:')
    onTestFinished(() => books.close())
    const counter = await openCounter({}, (clock, terminals) =>
      withTerminals(createHarshProcessor({ clock, books, latencyMs: 0 }), terminals),
    )
    await counter.plug()
    const { merchant_id } = counter.merchant
    expect(await counter.must('terminals.terminal_details', { merchant_id })).toMatchObject({
      terminal_details: [{ hsn, environment: 'sandbox' }],
    })
  })
})
