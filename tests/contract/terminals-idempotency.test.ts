import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activationBody } from '../support/join-terminal.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

const hsn = 'VT-REPEATS'
let service: RunningService
let ask: Ask
let session: Record<string, string>

beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await ask('sandbox.virtual_terminals.create', { body: { hsn } })
  session = await connect({ 'x-idempotency-key': 'connect-first-of-all' })
})
afterAll(() => service.stop())

async function connect(headers: Record<string, string>) {
  const answer = await ask('terminals.connect', { body: { hsn }, headers })
  expect(answer.status).toBe(200)
  return { 'x-session-key': (answer.body as { session_key: string }).session_key }
}

/** Section 8, for operations whose answer is a secret or something that was shown to a person. */
describe('a request to a terminal that is repeated with its idempotency key', () => {
  test('connect repeated with its idempotency key returns the same session, instead of terminal_in_use', async () => {
    const request = { body: { hsn }, headers: { 'x-idempotency-key': 'connect-first-of-all' } }
    const again = await ask('terminals.connect', request)
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ session_key: session['x-session-key'] })
    expect(again.headers.get('x-session-key')).toBe(session['x-session-key'])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    // It is still one session: a request without the key is refused.
    expectRefusal(await ask('terminals.connect', { body: { hsn } }), 'terminal_in_use')
  })

  test('activation_code repeated with its idempotency key returns the same code, which stays valid', async () => {
    const request = { body: { hsn: 'VT-NEW' }, headers: { 'x-idempotency-key': 'code-for-a-new-one' } }
    const [first, again] = [
      await ask('terminals.activation_code', request),
      await ask('terminals.activation_code', request),
    ]
    expect(again.body).toEqual(first.body)
    const { activation_code } = first.body as { activation_code: string }
    const { body } = await activationBody('VT-NEW', activation_code, async (begun) => {
      const answer = await ask('terminals.begin_activation', { body: begun })
      return answer.body as { service_share: string }
    })
    expect((await ask('terminals.activate', { body })).status).toBe(200)
  })

  test('unauthenticated requests are not stored under an idempotency key, and a repeat gets the same answer', async () => {
    const { activation_code } = (await ask('terminals.activation_code', { body: { hsn: 'VT-AGAIN' } }))
      .body as { activation_code: string }
    const answers: unknown[] = []
    const { body } = await activationBody('VT-AGAIN', activation_code, async (begun) => {
      for (const key of ['begin-by-a-stranger', 'begin-by-a-stranger']) {
        const answer = await ask('terminals.begin_activation', {
          body: begun,
          headers: { 'x-idempotency-key': key },
        })
        expect(answer.headers.get('idempotency-replayed')).toBeNull()
        answers.push(answer.body)
      }
      return answers[0] as { service_share: string }
    })
    expect(answers[1]).toEqual(answers[0])
    const activate = { body, headers: { 'x-idempotency-key': 'activate-by-a-stranger' } }
    const [first, again] = [
      await ask('terminals.activate', activate),
      await ask('terminals.activate', activate),
    ]
    expect(first.status).toBe(200)
    expect(again.body).toEqual(first.body)
    const { store } = service.services
    for (const [path, key] of [
      ['/terminals/activate/begin', 'begin-by-a-stranger'],
      ['/terminals/activate', 'activate-by-a-stranger'],
    ] as const) {
      expect(await store.idempotencyRecord(`  POST ${path} ${key}`)).toBeNull()
    }
  })

  test('display repeated with its idempotency key does not show a replaced text again', async () => {
    const show = (text: string, key: string) =>
      ask('terminals.display', { body: { hsn, text }, headers: { ...session, 'x-idempotency-key': key } })
    await show('Your table is ready', 'display-number-1')
    await show('Thank you', 'display-number-2')
    expect((await show('Your table is ready', 'display-number-1')).body).toEqual({
      text: 'Your table is ready',
    })
    const shown = await ask('sandbox.virtual_terminals.get', { path: `/sandbox/virtual_terminals/${hsn}` })
    expect(shown.body).toMatchObject({ screen: { name: 'message', lines: ['Thank you'] } })
  })

  test('a saved answer contains no session key and no activation code unencrypted in the database', async () => {
    const scope = await service.services.accounts.account(service.accountId)
    const key = `${scope?.document.tenant_id} ${service.accountId} POST /terminals/processor/connect connect-first-of-all`
    const record = await service.services.store.idempotencyRecord(key)
    expect(record?.answer).not.toBeNull()
    expect(JSON.stringify(record)).not.toContain(session['x-session-key'])
  })
})
