import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Node, startTwoNodes, type TwoNodes } from './two-nodes.ts'

/**
 * Two nodes of the service on one database that can reach each other. The terminals of these tests are linked with the
 * first node.
 */
let nodes: TwoNodes
let one: Node
let two: Node
beforeAll(async () => {
  nodes = await startTwoNodes()
  ;({ one, two } = nodes)
})
afterAll(() => nodes?.stop())

const merchantId = () => one.app.sandbox?.merchant_id ?? ''
/** Waits until the row of the terminal's link is written; the service does not wait for it. */
const isKnown = (hsn: string, node = two) =>
  expect
    .poll(async () => {
      const { body } = await node.run('terminal_details', { merchant_id: merchantId() })
      return body.terminal_details.find((each: { hsn: string }) => each.hsn === hsn)?.connected
    })
    .toBe(true)
const plugged = async (hsn: string, behaviour: object = {}) => {
  await one.plug(hsn, behaviour)
  await isKnown(hsn)
}
const newIntent = async (amount = 1234): Promise<string> =>
  (await one.send('/payment_intents', { body: { amount } })).body.id
const paymentsOf = async (id: string) => (await two.send(`/payment_intents/${id}/payments`)).body.data

describe('nodes that come and go', () => {
  test('a node that stops answers a request forwarded to it: the prompt was cancelled', async () => {
    const hsn = 'VT-STOPPED'
    const third = await nodes.open()
    await third.plug(hsn, { script: 'silent' })
    await isKnown(hsn)
    const sessionKey = await two.connect(hsn)
    const asked = two.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey })
    await expect
      .poll(async () => (await two.run('ping', { hsn }, { sessionKey })).body)
      .toMatchObject({ connected: true, busy: true })
    await third.stop()
    const { error } = (await asked).body
    expect(error.code).toBe('terminal_cancelled')
    expect(error.message).toContain('Nothing was charged')
    expect((await two.run('ping', { hsn })).body).toMatchObject({ connected: false, busy: false })
    // The terminal dials another node.
    await two.plug(hsn)
    await isKnown(hsn, one)
    expect((await one.run('display', { hsn, text: 'Hello' }, { sessionKey })).body).toEqual({ text: 'Hello' })
  })

  test('a node that stops cancels the requests that it forwarded, so no sale is cut off', async () => {
    const hsn = 'VT-BETWEEN'
    const third = await nodes.open()
    await plugged(hsn, { script: 'silent' })
    await isKnown(hsn, third)
    const sessionKey = await third.connect(hsn)
    const id = await newIntent()
    const headers = { 'x-idempotency-key': 'the sale in between' }
    const asked = third.run('auth_card', { hsn, payment_intent_id: id }, { sessionKey, headers })
    await expect
      .poll(async () => (await one.run('ping', { hsn }, { sessionKey })).body)
      .toMatchObject({ connected: true, busy: true })
    await third.stop()
    const { error } = (await asked).body
    expect(error.code).toBe('terminal_cancelled')
    expect(error.message).toContain('Nothing was charged')
    await expect
      .poll(async () => (await one.run('ping', { hsn }, { sessionKey })).body)
      .toMatchObject({ connected: true, busy: false })
    expect(await paymentsOf(id)).toEqual([])
  })

  test('a node without an address keeps its terminals to itself, and forwards nothing', async () => {
    const former = await nodes.open({ nodeUrl: null })
    await former.plug('VT-FORMER')
    expect((await former.run('ping', { hsn: 'VT-FORMER' })).body).toMatchObject({ connected: true })
    expect((await two.run('connect', { hsn: 'VT-FORMER' })).body.error.code).toBe('terminal_not_connected')
    await plugged('VT-NEW')
    expect((await former.run('connect', { hsn: 'VT-NEW' })).body.error.code).toBe('terminal_not_connected')
  })
})

describe('a terminal that is linked with another node', () => {
  test('a whole sale can run through the other node, which shows the terminal as connected', async () => {
    const hsn = 'VT-SALE'
    await plugged(hsn)
    const sessionKey = await two.connect(hsn)
    expect((await two.run('ping', { hsn }, { sessionKey })).body).toMatchObject({
      connected: true,
      session_open: true,
    })
    expect((await two.run('display', { hsn, text: 'Hello' }, { sessionKey })).body).toEqual({ text: 'Hello' })
    const confirmed = await two.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey })
    expect(confirmed.body).toEqual({ confirmed: true })
    const id = await newIntent()
    const sold = await two.run('auth_card', { hsn, payment_intent_id: id }, { sessionKey })
    expect(sold).toMatchObject({ status: 200, body: { payment_intent_id: id, status: 'captured' } })
    expect(await paymentsOf(id)).toHaveLength(1)
    const renamed = await two.run('rename', { hsn, name: 'Bar' })
    expect(renamed.body).toMatchObject({ name: 'Bar', connected: true })
    expect((await two.run('disconnect', { hsn }, { sessionKey })).body).toEqual({ success: true })
  })

  test('an operation of one node can be cancelled through the other', async () => {
    const hsn = 'VT-CANCEL'
    await plugged(hsn, { script: 'silent' })
    const sessionKey = await one.connect(hsn)
    const asked = one.run('read_confirmation', { hsn, prompt: 'Is it?' }, { sessionKey })
    await expect
      .poll(async () => (await two.run('ping', { hsn }, { sessionKey })).body)
      .toMatchObject({ connected: true, busy: true })
    expect((await two.run('cancel', { hsn }, { sessionKey })).body).toEqual({ cancelled: true })
    expect((await asked).body.error.code).toBe('terminal_cancelled')
  })

  test('an idempotency key is shared by both nodes', async () => {
    const hsn = 'VT-KEY'
    await plugged(hsn)
    const sessionKey = await two.connect(hsn)
    const id = await newIntent()
    const headers = { 'x-idempotency-key': 'one key at both nodes' }
    const body = { hsn, payment_intent_id: id }
    const first = await two.run('auth_card', body, { sessionKey, headers })
    const second = await one.run('auth_card', body, { sessionKey, headers })
    const third = await two.run('auth_card', body, { sessionKey, headers })
    expect(first.body).toMatchObject({ payment_intent_id: id, status: 'captured' })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect(third).toMatchObject({ status: 200, body: first.body })
    expect(third.headers.get('idempotency-replayed')).toBe('true')
    expect(await paymentsOf(id)).toHaveLength(1)
  })

  test('an answer keeps its request id, and the status and code of the node that gave it', async () => {
    const hsn = 'VT-REFUSED'
    await plugged(hsn)
    const headers = { 'x-request-id': 'asked-at-two' }
    const refused = await two.run('display', { hsn, text: 'Hello' }, { sessionKey: 'none', headers })
    expect(refused).toMatchObject({
      status: 500,
      body: { error: { code: 'terminal_session_invalid', request_id: 'asked-at-two' } },
    })
    expect(refused.headers.get('x-request-id')).toBe('asked-at-two')
    expect(refused.headers.get('content-type')).toContain('application/json')
  })

  test('a release through the other node ends the link', async () => {
    const hsn = 'VT-RELEASED'
    await plugged(hsn)
    expect((await two.run('release', { hsn })).body).toEqual({ success: true })
    const { body } = await one.run('terminal_details', { merchant_id: merchantId() })
    expect(body.terminal_details.find((each: { hsn: string }) => each.hsn === hsn)).toBeUndefined()
  })
})
