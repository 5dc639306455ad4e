import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Log } from '../../../../src-service/log.ts'
import { readSmsConfig } from '../../../../src-service/sms/sms-config.ts'
import { type Sms, smsLimitMs } from '../../../../src-service/sms/sms-sender.ts'
import { createTwilioSender } from '../../../../src-service/sms/twilio-sender.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { accountSid, authToken, created, openTwilioServer, refuse } from './twilio-server.ts'

const sms: Sms = {
  accountId: 'acct_test',
  to: '+15550100123',
  text: 'Café: pay $12.34 at https://pay.example/checkout/cs_1#a+b&c',
}
const reply = { to: sms.to, body: sms.text, from: '+15550100100', messagingServiceSid: undefined }

/** Creates the sender as the service does from its environment. */
function senderOf(url: string, { clock = createClock(), log = silentLog as Log, ...environment } = {}) {
  const config = readSmsConfig({
    ...{ TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_URL: url },
    ...{ SMS_FROM: '+15550100100', ...environment },
  })
  if (!config.ok || config.value === null) throw new Error(config.ok ? 'no provider' : config.error)
  return createTwilioSender(config.value, { clock, log })
}

/** Keeps every line of the log, including its fields. */
function keptLog() {
  const lines: string[] = []
  const keep = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  return { lines, log: { debug: keep, info: keep, warn: keep, error: keep } satisfies Log }
}

test('a text message reaches the provider with its number, its sender and its full text', async () => {
  const twilio = await openTwilioServer()
  expect(await senderOf(twilio.url).send(sms)).toEqual({ outcome: 'sent' })
  expect(twilio.taken).toEqual([reply])
})

test('a messaging service can be used instead of a sender number', async () => {
  const twilio = await openTwilioServer()
  const SMS_FROM = `MG${'0f'.repeat(16)}`
  expect(await senderOf(twilio.url, { SMS_FROM } as never).send(sms)).toEqual({ outcome: 'sent' })
  expect(twilio.taken).toEqual([{ ...reply, from: undefined, messagingServiceSid: SMS_FROM }])
})

test.each([
  ['+15005550001', 'it is not a telephone number'],
  ['+15005550002', 'the SMS provider has no route to that number from this sender'],
  ['+15005550003', 'this service may not send text messages to that country'],
  ['+15005550004', 'its owner has opted out of text messages from this sender'],
  ['+15005550009', 'it is not a mobile number and cannot receive text messages'],
])(
  'a text message to %s is refused permanently, with a reason that does not contain the number',
  async (to, reason) => {
    const twilio = await openTwilioServer()
    expect(await senderOf(twilio.url).send({ ...sms, to })).toEqual({ outcome: 'failed', reason })
    expect(twilio.asked).toHaveLength(1)
  },
)

test.each([
  ['an unknown error code', 400, 29999, 'the SMS provider refused it (Twilio error 29999)'],
  ['a suspended account', 403, 20005, 'the account of this service at the SMS provider is not active'],
  ['a full queue', 400, 21611, 'too many messages are waiting to be sent; try again later'],
])('a text message that the provider refuses for %s is not sent', async (_, status, code, reason) => {
  const twilio = await openTwilioServer()
  twilio.answerNext((response) => refuse(response, status, code, 'no'))
  expect(await senderOf(twilio.url).send(sms)).toEqual({ outcome: 'failed', reason })
})

test('when the provider refuses the sign-in, the reason does not contain it', async () => {
  const twilio = await openTwilioServer()
  const { lines, log } = keptLog()
  const wrong = senderOf(twilio.url, { log, TWILIO_AUTH_TOKEN: 'hunter22hunter22' } as never)
  expect(await wrong.send(sms)).toEqual({
    outcome: 'failed',
    reason: 'the SMS provider did not accept the credentials of this service',
  })
  expect(lines.join()).not.toContain('hunter22')
})

test('a message that the carrier filters at once is not reported as sent', async () => {
  const twilio = await openTwilioServer()
  twilio.answerNext((response) => created(response, reply, { status: 'undelivered', error_code: 30007 }))
  expect(await senderOf(twilio.url).send(sms)).toEqual({
    outcome: 'failed',
    reason: 'the carrier filtered it as spam',
  })
})

test('when the provider is too busy, the message is sent again after the time that it names', async () => {
  const twilio = await openTwilioServer()
  const clock = createClock()
  twilio.answerNext((response) => {
    response.setHeader('retry-after', '2')
    refuse(response, 429, 20429, 'Too Many Requests')
  })
  const sent = senderOf(twilio.url, { clock }).send(sms)
  await expect.poll(() => twilio.asked.length).toBe(1)
  await expect
    .poll(() => {
      clock.advance(500)
      return twilio.asked.length
    })
    .toBe(2)
  expect(await sent).toEqual({ outcome: 'sent' })
  expect(twilio.taken).toHaveLength(1)
})

test('when the provider stays too busy, sending is given up and reported as failed', async () => {
  const twilio = await openTwilioServer()
  const clock = createClock()
  for (let count = 0; count < 9; count += 1) {
    twilio.answerNext((response) => refuse(response, 429, 20429, 'Too Many Requests'))
  }
  const sent = senderOf(twilio.url, { clock }).send(sms)
  await expect
    .poll(
      () => {
        clock.advance(100)
        return twilio.asked.length
      },
      { interval: 5 },
    )
    .toBe(3)
  expect(await sent).toEqual({
    outcome: 'failed',
    reason: 'the SMS provider accepts no more messages at the moment; try again in a minute',
  })
})

test('when the provider asks for a longer wait than a caller waits, the message fails at once', async () => {
  const twilio = await openTwilioServer()
  twilio.answerNext((response) => {
    response.setHeader('retry-after', '60')
    refuse(response, 429, 20429, 'Too Many Requests')
  })
  expect(await senderOf(twilio.url).send(sms)).toMatchObject({ outcome: 'failed' })
  expect(twilio.asked).toHaveLength(1)
})

test("a caller does not wait longer because the computer's clock is set back meanwhile", async () => {
  const twilio = await openTwilioServer()
  let setBackMs = 0
  const clock = createClock(() => Date.now() - setBackMs)
  twilio.answerNext((response) => {
    setBackMs = 3_600_000
    response.setHeader('retry-after', '60')
    refuse(response, 429, 20429, 'Too Many Requests')
  })
  const sent = senderOf(twilio.url, { clock }).send(sms)
  const tooLate = delay(smsLimitMs, 'too late', { ref: false })
  expect(await Promise.race([sent, tooLate])).toMatchObject({ outcome: 'failed' })
})

test('when the provider cannot be reached, the message has failed', async () => {
  const twilio = await openTwilioServer()
  await twilio.close()
  const clock = createClock()
  const sent = senderOf(twilio.url, { clock }).send(sms)
  const hasEnded = sent.then(() => true)
  await expect
    .poll(() => {
      clock.advance(200)
      return Promise.race([hasEnded, false])
    })
    .toBe(true)
  expect(await sent).toEqual({ outcome: 'failed', reason: 'the SMS provider could not be reached' })
})

test.each([
  [
    'closes the connection without an answer',
    (twilio: Twilio) => twilio.answerNext((_, request) => request.socket.destroy()),
  ],
  [
    'closes the connection in the middle of its answer',
    (twilio: Twilio) =>
      twilio.answerNext((response, request) => {
        response.writeHead(201, { 'content-length': '500' })
        response.write('{"sid":', () => request.socket.destroy())
      }),
  ],
  [
    'has an internal error',
    (twilio: Twilio) => twilio.answerNext((response) => refuse(response, 500, 20500, 'Internal')),
  ],
  [
    'is behind a broken gateway',
    (twilio: Twilio) => twilio.answerNext((response) => void response.writeHead(504).end()),
  ],
  [
    'answers in an unknown format',
    (twilio: Twilio) => twilio.answerNext((response) => void response.end('<p>hello')),
  ],
  [
    'redirects the request',
    (twilio: Twilio) =>
      twilio.answerNext((response) => void response.writeHead(307, { location: twilio.url }).end()),
  ],
])('when a provider %s, the outcome is unknown and the message is not sent again', async (_, misbehave) => {
  const twilio = await openTwilioServer()
  misbehave(twilio)
  expect(await senderOf(twilio.url).send(sms)).toMatchObject({ outcome: 'unknown' })
  expect(twilio.asked).toHaveLength(1)
})

test('when the provider does not answer within twelve seconds, the outcome is unknown', async () => {
  const twilio = await openTwilioServer()
  const clock = createClock()
  twilio.answerNext(() => undefined)
  const sent = senderOf(twilio.url, { clock }).send(sms)
  await expect.poll(() => twilio.asked.length).toBe(1)
  clock.advance(12_000)
  expect(await sent).toEqual({
    outcome: 'unknown',
    reason: 'the SMS provider received the request but did not answer it',
  })
})

test('when the provider switches to another protocol (101), the outcome is unknown at once', async () => {
  const twilio = await openTwilioServer()
  twilio.answerNext((response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
  })
  expect(await senderOf(twilio.url).send(sms)).toEqual({
    outcome: 'unknown',
    reason: 'the SMS provider received the request but did not answer it',
  })
  expect(twilio.asked).toHaveLength(1)
})

test('when the TLS handshake never ends, the message has failed', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const clock = createClock()
  let accepted = 0
  server.on('connection', (socket) => {
    accepted += 1
    onTestFinished(() => void socket.destroy())
  })
  const sent = senderOf(`https://127.0.0.1:${(server.address() as { port: number }).port}`, { clock }).send(
    sms,
  )
  await expect.poll(() => accepted).toBe(1)
  clock.advance(12_000)
  expect(await sent).toEqual({ outcome: 'failed', reason: 'the SMS provider could not be reached' })
})

test('no line of the log contains the number, the text or the sign-in', async () => {
  const twilio = await openTwilioServer()
  const { lines, log } = keptLog()
  const sender = senderOf(twilio.url, { log })
  await sender.send(sms)
  await sender.send({ ...sms, to: '+15005550001' })
  twilio.answerNext((_, request) => request.socket.destroy())
  await sender.send(sms)
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['sms.sent', 'sms.failed', 'sms.unknown'])
  expect(lines[1]).toContain('21211')
  for (const secret of [
    '5550100123',
    '5005550001',
    'checkout',
    authToken,
    Buffer.from(authToken).toString('base64'),
  ]) {
    expect(lines.join()).not.toContain(secret)
  }
})

type Twilio = Awaited<ReturnType<typeof openTwilioServer>>
