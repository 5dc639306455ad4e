import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '../../../../../src-service/caller.ts'
import { openHarshBooks } from '../../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../../src-service/processor/harsh/harsh-processor.ts'
import { withTerminals } from '../../../../../src-service/processor/harsh/with-terminals.ts'
import { insertOf } from '../../../../../src-service/store/row-writes.ts'
import { virtualClaimCode } from '../../../../../src-shared/terminal/claim-code.ts'
import { connected, dial, ended } from '../dialling-terminal-harness.ts'
import {
  type Counter,
  codeOf,
  hsn,
  joinCounter,
  openCounter,
  refusalOf,
  tryToJoin,
  until,
} from '../terminals-harness.ts'

interface Neighbour {
  readonly caller: Caller
  readonly merchantId: string
}

/** Creates an account in a tenant of its own, or a sister account of the training merchant if that tenant is given. */
async function neighbour(counter: Counter, name: string, tenantId = `ten_${name}`): Promise<Neighbour> {
  const own = await counter.services.accounts.account(counter.merchant.account_id)
  if (own === null) throw new Error('the training account is gone')
  const id = `acct_${name}`
  const merchantId = `mer_${name}`
  const document = { ...own.document, tenant_id: tenantId, merchant_id: merchantId }
  const row = { ...own, id, account_id: id, document }
  await counter.services.store.commit({ writes: [insertOf('account', { ...row, version: 1 })] })
  return {
    caller: { keyId: `key_${name}`, tenantId, level: 'tenant_admin', accountId: id },
    merchantId,
  }
}

async function codeFor(
  counter: Counter,
  caller: Caller,
  more: { claim_code?: string } = {},
): Promise<string> {
  const issued = await counter.must('terminals.activation_code', { hsn, ...more }, { caller })
  return (issued as { activation_code: string }).activation_code
}

async function listed(counter: Counter, { caller, merchantId }: Neighbour): Promise<readonly string[]> {
  const found = await counter.call('terminals.list_terminals', { merchant_id: merchantId }, { caller })
  if (!found.ok) return []
  return (found.value as { terminals: string[] }).terminals
}

/** Returns the terminal events from now on, each with its account. */
function eventsFrom(counter: Counter): () => readonly string[] {
  const commits = vi.spyOn(counter.services.store, 'commit')
  onTestFinished(() => commits.mockRestore())
  return () =>
    commits.mock.calls
      .flatMap(([{ events = [] }]) => events)
      .filter(({ type }) => type.startsWith('v2.terminal.'))
      .map(({ type, account_id }) => `${type} ${account_id}`)
}

describe('a serial number that another tenant registered', () => {
  test('a registration whose code is never entered does not keep other tenants from the terminal', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    await codeFor(counter, counter.caller)
    expect(await tryToJoin(counter, await codeFor(counter, other.caller))).toMatchObject({ ok: true })
    expect(await listed(counter, other)).toEqual([hsn])
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('hsn_not_owned')
  })

  test("repeated registrations by another tenant do not void the code of the terminal's owner", async () => {
    const counter = await openCounter()
    const squatter = await neighbour(counter, 'squatter')
    const code = await codeFor(counter, counter.caller)
    for (let time = 0; time < 10; time += 1) await codeFor(counter, squatter.caller)
    expect(await tryToJoin(counter, code)).toMatchObject({ ok: true })
  })

  test('a code activates the terminal for the account that requested it, whatever codes others have', async () => {
    const counter = await openCounter()
    const third = await neighbour(counter, 'third')
    await codeFor(counter, counter.caller)
    const code = await codeFor(counter, (await neighbour(counter, 'second')).caller)
    await codeFor(counter, third.caller)
    expect(await tryToJoin(counter, code)).toMatchObject({ ok: true })
    expect(await listed(counter, third)).toEqual([])
  })

  test('a wrong guess counts against every open code', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    const codes = [await codeFor(counter, counter.caller), await codeFor(counter, other.caller)]
    const wrong = ['11111111', '22222222', '33333333'].find((code) => !codes.includes(code)) ?? ''
    expect(codeOf(await tryToJoin(counter, wrong))).toBe('activation_code_invalid')
    for (const { caller, merchantId } of [
      { caller: counter.caller, merchantId: counter.merchant.merchant_id },
      other,
    ]) {
      const body = { merchant_id: merchantId }
      expect(await counter.must('terminals.terminal_details', body, { caller })).toMatchObject({
        terminal_details: [{ hsn, pending_activation: { wrong_guesses: 1, guesses_left: 999 } }],
      })
    }
  })

  test('a registration expires with its code, after 15 minutes', async () => {
    const counter = await openCounter()
    const merchantId = counter.merchant.merchant_id
    await codeFor(counter, counter.caller)
    expect(await listed(counter, { caller: counter.caller, merchantId })).toEqual([hsn])
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('terminal_not_connected')
    await counter.advance(901)
    expect(await listed(counter, { caller: counter.caller, merchantId })).toEqual([])
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('hsn_not_owned')
  })

  test('codes of more tenants than a guess is checked against are refused until some expire', async () => {
    const counter = await openCounter()
    const answers: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const { caller } = await neighbour(counter, name)
      const issued = await counter.call('terminals.activation_code', { hsn }, { caller })
      answers.push(issued.ok ? 'issued' : issued.error.code)
    }
    expect(answers).toEqual([...Array.from({ length: 7 }, () => 'issued'), 'rate_limited'])
    await counter.advance(901)
    await codeFor(counter, counter.caller)
  })

  test('a code requested with the claim code is issued and redeemed, no matter how many codes are open', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    // Its row is the oldest; the rows of all others are newer.
    await codeFor(counter, other.caller)
    await counter.advance(901)
    for (const name of ['a', 'b', 'c', 'd']) {
      for (const account of [name, `${name}2`]) {
        const { caller } = await neighbour(counter, account, `ten_${name}`)
        await codeFor(counter, caller)
      }
    }
    const code = await codeFor(counter, other.caller, { claim_code: virtualClaimCode(hsn) })
    expect(await tryToJoin(counter, code)).toMatchObject({ ok: true })
    expect(await listed(counter, other)).toEqual([hsn])
  })
})

describe('a terminal that another tenant holds', () => {
  test("the maker's claim code moves the terminal to the tenant that has it, and the former credential is void", async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    const former = await joinCounter(counter, await codeFor(counter, counter.caller))
    await connected(dial(counter, former))
    const sessionKey = await counter.open()
    const code = await codeFor(counter, other.caller, { claim_code: virtualClaimCode(hsn) })
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
    expect(await tryToJoin(counter, code)).toMatchObject({ ok: true })
    expect(counter.module.context.links.isLinked(hsn)).toBe(false)
    expect(await listed(counter, other)).toEqual([hsn])
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe('hsn_not_owned')
    const options = { caller: other.caller, sessionKey }
    expect(codeOf(await counter.call('terminals.display', { hsn, text: '' }, options))).toBe(
      'terminal_session_invalid',
    )
    const again = dial(counter, former)
    await ended(again)
    expect(again.ends).toEqual([4401])
    expect(again.device.connected()).toBe(false)
    expect(counter.module.context.links.isLinked(hsn)).toBe(false)
  })

  /** Delays the check of a terminal's hello while another tenant claims it: the link opens with a void credential. */
  async function lateLink(counter: Counter, other: Neighbour, claimed: (code: string) => Promise<void>) {
    const former = await joinCounter(counter, await codeFor(counter, counter.caller))
    const { vault } = counter.services
    const keys = await vault.refreshTerminalKeys()
    let goOn = () => {}
    const held = new Promise<typeof keys>((resolve) => {
      goOn = () => resolve(keys)
    })
    const refresh = vi.spyOn(vault, 'refreshTerminalKeys').mockImplementationOnce(() => held)
    onTestFinished(() => refresh.mockRestore())
    const late = dial(counter, former)
    await until(() => refresh.mock.calls.length === 1, 'its hello is being checked')
    await claimed(await codeFor(counter, other.caller, { claim_code: virtualClaimCode(hsn) }))
    goOn()
    await connected(late)
    return late
  }

  test('a link opened with the former credential does not count as connected for the new holder', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    const late = await lateLink(counter, other, async (code) => void (await joinCounter(counter, code)))
    expect(codeOf(await counter.call('terminals.connect', { hsn }, { caller: other.caller }))).toBe(
      'terminal_not_connected',
    )
    await ended(late)
    expect(late.ends).toEqual([1001])
  })

  test('a link opened with the former credential gets no prompt of the new holder', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    const { caller } = other
    let sessionKey = ''
    const late = await lateLink(counter, other, async (code) => {
      const own = dial(counter, await joinCounter(counter, code))
      await connected(own)
      const opened = await counter.must('terminals.connect', { hsn }, { caller })
      sessionKey = (opened as { session_key: string }).session_key
      own.device.unplug()
      await until(() => !counter.module.context.links.isLinked(hsn), 'the new holder is unplugged')
    })
    const shown = await counter.call('terminals.display', { hsn, text: 'Hello' }, { caller, sessionKey })
    expect(codeOf(shown)).toBe('terminal_not_connected')
    await ended(late)
    expect(late.ends).toEqual([1001])
  })

  test('a wrong claim code moves nothing, and only five attempts are allowed', async () => {
    const counter = await openCounter()
    const { caller } = await neighbour(counter, 'other')
    await counter.plug()
    const body = { hsn, claim_code: '000000000000' }
    const answers: string[] = []
    for (let time = 0; time < 6; time += 1) {
      answers.push(codeOf(await counter.call('terminals.activation_code', body, { caller })))
    }
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'claim_code_invalid'), 'rate_limited'])
    expect(codeOf(await counter.call('terminals.activation_code', { hsn }, { caller }))).toBe('hsn_not_owned')
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
  })

  test("a code that was issued before the other tenant's activation is void after it", async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    const mine = await codeFor(counter, counter.caller)
    await tryToJoin(counter, await codeFor(counter, other.caller))
    expect(codeOf(await tryToJoin(counter, mine))).toBe('activation_code_invalid')
  })
})

describe('releasing a terminal', () => {
  test('the link is closed, the session ends, and another tenant can register the terminal', async () => {
    const counter = await openCounter()
    const other = await neighbour(counter, 'other')
    await counter.plug()
    const sessionKey = await counter.open()
    expect(await counter.must('terminals.release', { hsn })).toEqual({ success: true })
    await until(() => !counter.module.context.links.isLinked(hsn), 'the link is closed')
    expect(codeOf(await counter.call('terminals.ping', { hsn }, { sessionKey }))).toBe('hsn_not_owned')
    expect(codeOf(await counter.call('terminals.release', { hsn }))).toBe('hsn_not_owned')
    expect(await tryToJoin(counter, await codeFor(counter, other.caller))).toMatchObject({ ok: true })
  })

  test("another tenant's terminal cannot be released", async () => {
    const counter = await openCounter()
    await counter.plug()
    const { caller } = await neighbour(counter, 'other')
    expect(codeOf(await counter.call('terminals.release', { hsn }, { caller }))).toBe('hsn_not_owned')
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
  })

  test('a terminal that runs a sale cannot be released', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'silent' })
    const sessionKey = await counter.open()
    const payment_intent_id = await counter.intent()
    const sale = counter.call('terminals.auth_card', { hsn, payment_intent_id } as never, { sessionKey })
    await until(() => counter.module.context.running.on(hsn) !== null, 'the sale runs')
    expect(codeOf(await counter.call('terminals.release', { hsn }))).toBe('terminal_in_use')
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await sale
  })
})

describe('transferring a terminal', () => {
  test('the terminal moves to a sister account without a visit to it', async () => {
    const counter = await openCounter()
    const sister = await neighbour(counter, 'sister', counter.caller.tenantId)
    await counter.plug()
    const account_id = 'acct_sister'
    expect(await counter.must('terminals.transfer', { hsn, account_id })).toMatchObject({ hsn })
    await until(
      () => counter.module.context.links.isLinked(hsn),
      'the terminal is back by its old credential',
    )
    expect(await listed(counter, sister)).toEqual([hsn])
    expect(codeOf(await counter.call('terminals.connect', { hsn }))).toBe('hsn_not_owned')
    await counter.must('terminals.connect', { hsn }, { caller: sister.caller })
  })

  test('a transfer to an account beyond the reach of the key is refused', async () => {
    const counter = await openCounter()
    await counter.plug()
    await neighbour(counter, 'other')
    const asked = counter.call('terminals.transfer', { hsn, account_id: 'acct_other' })
    expect(refusalOf(await asked)).toMatchObject({ code: 'resource_missing', param: 'account_id' })
    expect(codeOf(await counter.call('terminals.transfer', { hsn, account_id: 'acct_none' }))).toBe(
      'resource_missing',
    )
  })

  test('a terminal with unsettled sales cannot be transferred', async () => {
    const counter = await openCounter()
    await neighbour(counter, 'sister', counter.caller.tenantId)
    await counter.plug()
    const sessionKey = await counter.open()
    const payment_intent_id = await counter.intent()
    const body = { hsn, payment_intent_id, include_signature: false } as never
    const payment = await counter.must('terminals.auth_card', body, { sessionKey })
    const asked = await counter.call('terminals.transfer', { hsn, account_id: 'acct_sister' })
    expect(refusalOf(asked)).toMatchObject({ code: 'state_conflict' })
    expect(refusalOf(asked).message).toContain((payment as { id: string }).id)
  })

  test.each([
    ['is approved', 'none'],
    ['has an unknown outcome', 'answer_lost'],
  ] as const)(
    'a terminal that authorizes by itself, and whose sale %s, cannot be transferred until that is settled',
    async (_, kind) => {
      const books = openHarshBooks(':memory:')
      onTestFinished(() => books.close())
      const counter = await openCounter({}, (clock, terminals) =>
        withTerminals(
          createHarshProcessor({ clock, books, latencyMs: 0, trouble: () => ({ kind }) }),
          terminals,
        ),
      )
      await neighbour(counter, 'sister', counter.caller.tenantId)
      await counter.plug()
      const sessionKey = await counter.open()
      const payment_intent_id = await counter.intent()
      await counter.call('terminals.auth_card', { hsn, payment_intent_id } as never, { sessionKey })
      const [payment] = await counter.payments(payment_intent_id)
      const asked = await counter.call('terminals.transfer', { hsn, account_id: 'acct_sister' })
      expect(refusalOf(asked)).toMatchObject({ code: 'state_conflict' })
      expect(refusalOf(asked).message).toContain(payment?.id)
    },
  )

  test('a terminal that runs a sale cannot be transferred', async () => {
    const counter = await openCounter()
    await neighbour(counter, 'sister', counter.caller.tenantId)
    await counter.plug({ script: 'silent' })
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent() } as never
    const sale = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => counter.module.context.running.on(hsn) !== null, 'the sale runs')
    const asked = await counter.call('terminals.transfer', { hsn, account_id: 'acct_sister' })
    expect(codeOf(asked)).toBe('terminal_in_use')
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await sale
  })
})

describe('events about a terminal', () => {
  test('each account gets an event when its terminal is activated, transferred, released or claimed by another', async () => {
    const counter = await openCounter()
    const own = counter.merchant.account_id
    await neighbour(counter, 'sister', counter.caller.tenantId)
    const other = await neighbour(counter, 'other')
    const events = eventsFrom(counter)
    await counter.plug()
    await counter.must('terminals.transfer', { hsn, account_id: 'acct_sister' })
    await tryToJoin(counter, await codeFor(counter, other.caller, { claim_code: virtualClaimCode(hsn) }))
    await counter.must('terminals.release', { hsn }, { caller: other.caller })
    expect(events()).toEqual([
      `v2.terminal.activated ${own}`,
      `v2.terminal.transferred ${own}`,
      'v2.terminal.transferred acct_sister',
      'v2.terminal.activated acct_other',
      'v2.terminal.claimed acct_sister',
      'v2.terminal.released acct_other',
    ])
  })
})
