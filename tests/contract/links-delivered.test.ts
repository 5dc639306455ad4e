import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { SendReply } from '../../src-shared/api/schemas/message.ts'
import { startServiceProcess } from '../chaos/support/service-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import {
  accountSid,
  authToken,
  openTwilioServer,
  type TwilioServer,
} from '../unit/service/sms/twilio-server.ts'
import { createAsk, expectRefusal } from './support/ask.ts'

/** The service in its own process; its text messages go to a provider controlled by the test. */
beforeAll(async () => {
  await build({ names: ['service'], report: () => {} })
})

async function start(folder: string, twilio: TwilioServer) {
  const env = {
    ...{ TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_URL: twilio.url },
    SMS_FROM: '+15550100100',
  }
  const service = await startServiceProcess(folder, null, 0, 'sandbox', { env })
  onTestFinished(async () => void (await service.kill()))
  const { url, apiKey: privateKey, accountId } = service
  return { service, ask: createAsk({ url, privateKey, accountId }) }
}
type Ask = ReturnType<typeof createAsk>

const phone_number = '+15550100123'
const headers = { 'x-idempotency-key': 'the-only-one-of-it' }
const open = async (ask: Ask): Promise<CheckoutSession> =>
  (await ask('checkout_sessions.create', { body: { payment_intent_data: { amount: 2500 } } }))
    .body as CheckoutSession
const send = (ask: Ask, { id }: CheckoutSession, body: object = { phone_number }) =>
  ask('checkout_sessions.send_sms', { path: `/checkout_sessions/${id}/send_sms`, body, headers })
const advance = (ask: Ask, seconds: number) => ask('sandbox.clock.advance', { body: { seconds } })

test('a service that is killed while the provider has a message never sends it again for the same key', async () => {
  const twilio = await openTwilioServer()
  const folder = await temporaryFolder('links')
  const { service, ask } = await start(folder, twilio)
  const session = await open(ask)
  twilio.answerNext(() => undefined)
  const cutOff = send(ask, session).catch(() => null)
  await expect.poll(() => twilio.asked.length).toBe(1)
  await service.kill()
  await cutOff

  const next = await start(folder, twilio)
  await advance(next.ask, 60)
  const repeated = await send(next.ask, session)
  expect(repeated.status).toBe(200)
  expect(repeated.body).toMatchObject({
    success: false,
    message: expect.stringMatching(/^The message may have been sent/),
  })
  expect(twilio.asked).toHaveLength(1)
  // The message counts although its outcome is unknown: four more are allowed, but no fifth.
  const path = `/checkout_sessions/${session.id}/send_sms`
  for (let count = 0; count < 4; count += 1) {
    const answer = await next.ask('checkout_sessions.send_sms', { path, body: { phone_number } })
    expect((answer.body as SendReply).success).toBe(true)
  }
  const refused = await next.ask('checkout_sessions.send_sms', { path, body: { phone_number } })
  expectRefusal(refused, 'rate_limited')
  expect(twilio.asked).toHaveLength(5)
})

test('after a lost answer the provider is not asked again for the same key, and a refused number is not stored', async () => {
  const twilio = await openTwilioServer()
  const { ask } = await start(await temporaryFolder('links'), twilio)
  const session = await open(ask)
  twilio.answerNext((_, request) => request.socket.destroy())
  const reply = {
    success: false,
    message: `The link for ${phone_number} may have been sent: the SMS provider received the request but did not answer it. Check whether it arrived before you send it again.`,
  }
  for (let count = 0; count < 2; count += 1) expect((await send(ask, session)).body).toEqual(reply)
  expect(twilio.asked).toHaveLength(1)
  const numberOf = async ({ id }: CheckoutSession) =>
    ((await ask('checkout_sessions.get', { path: `/checkout_sessions/${id}` })).body as CheckoutSession)
      .link_phone_number
  expect(await numberOf(session)).toBe(phone_number)

  const other = await open(ask)
  const wrong = '+15005550009'
  expect((await send(ask, other, { phone_number: wrong })).body).toEqual({
    success: false,
    message: `The link for ${wrong} was not sent: it is not a mobile number and cannot receive text messages.`,
  })
  expect(await numberOf(other)).toBeNull()
})
