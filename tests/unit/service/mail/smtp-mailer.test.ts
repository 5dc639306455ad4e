import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readMailConfig } from '../../../../src-service/mail/mail-config.ts'
import type { Mail, Mailer } from '../../../../src-service/mail/mailer.ts'
import { createSmtpMailer } from '../../../../src-service/mail/smtp-mailer.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openMailServer } from './mail-server.ts'

const mail: Mail = {
  accountId: 'acct_test',
  from: { name: 'Café Ümlaut', address: 'receipts@example.com' },
  to: 'ana@example.com',
  cc: ['books@example.com'],
  subject: 'Receipt from Café Ümlaut for $12.34',
  text: 'Total USD $12.34 ✓\n',
  html: '<p>Total USD $12.34 ✓</p>',
}

/** Creates the mailer as the service does from SMTP_URL. */
function mailerOf(url: string, clock = createClock(), log = silentLog): Mailer {
  const config = readMailConfig({ SMTP_URL: url, MAIL_FROM: 'receipts@example.com' })
  if (!config.ok || config.value.smtp === null) throw new Error(`no server in ${url}`)
  const mailer = createSmtpMailer(config.value.smtp, { clock, log })
  onTestFinished(() => mailer.close())
  return mailer
}

/** A TCP server that behaves only as the test defines; it is not a mail server. */
async function strangeServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

test('a mail arrives with both addresses, its subject and both parts', async () => {
  const mailServer = await openMailServer()
  const mailer = mailerOf(`smtp://127.0.0.1:${mailServer.port}`)
  expect(await mailer.send(mail)).toEqual({ outcome: 'sent', refused: [] })
  const [received] = mailServer.received
  expect(received).toMatchObject({
    from: 'receipts@example.com',
    recipients: ['ana@example.com', 'books@example.com'],
    text: 'Total USD $12.34 ✓\r\n',
  })
  expect(received?.html).toContain('<p>Total USD $12.34 ✓</p>')
  expect(received?.headers).toMatchObject({
    from: 'Café Ümlaut <receipts@example.com>',
    to: 'ana@example.com',
    cc: 'books@example.com',
    subject: 'Receipt from Café Ümlaut for $12.34',
    'auto-submitted': 'auto-generated',
  })
})

test('a connection is reused for the next mail', async () => {
  let connections = 0
  const mailServer = await openMailServer({
    onConnect(_, done) {
      connections += 1
      done()
    },
  })
  const mailer = mailerOf(`smtp://127.0.0.1:${mailServer.port}`)
  for (let count = 0; count < 5; count += 1) await mailer.send(mail)
  expect(mailServer.received).toHaveLength(5)
  expect(connections).toBe(1)
})

test('user and password of the URL are used to sign in', async () => {
  const mailServer = await openMailServer({
    authOptional: false,
    onAuth({ username, password }, _, done) {
      if (password === 'p@ss/wörd') done(null, { user: username })
      else done(new Error('no'))
    },
  })
  const good = mailerOf(`smtp://shop:p%40ss%2Fw%C3%B6rd@127.0.0.1:${mailServer.port}`)
  expect(await good.send(mail)).toEqual({ outcome: 'sent', refused: [] })
  expect(mailServer.received[0]?.user).toBe('shop')

  const lines: string[] = []
  const log = { ...silentLog, warn: (fields: object) => void lines.push(JSON.stringify(fields)) }
  const bad = mailerOf(`smtp://shop:hunter22@127.0.0.1:${mailServer.port}`, createClock(), log)
  expect(await bad.send(mail)).toEqual({
    outcome: 'failed',
    reason: 'the mail server did not accept the credentials of this service',
  })
  expect(lines.join()).toContain('535')
  expect(lines.join()).not.toContain('hunter22')
})

test('smtps uses TLS from the first byte, and an untrusted certificate is refused', async () => {
  const mailServer = await openMailServer({ secure: true })
  const strict = mailerOf(`smtps://127.0.0.1:${mailServer.port}`)
  expect(await strict.send(mail)).toMatchObject({ outcome: 'failed' })
  expect(mailServer.received).toEqual([])
  const lenient = mailerOf(`smtps://127.0.0.1:${mailServer.port}?tls.rejectUnauthorized=false`)
  expect(await lenient.send(mail)).toMatchObject({ outcome: 'sent' })
  expect(mailServer.received[0]?.secure).toBe(true)
})

test('a server without TLS gets no mail when the URL requires TLS', async () => {
  const mailServer = await openMailServer()
  const mailer = mailerOf(`smtp://127.0.0.1:${mailServer.port}?requireTLS=true`)
  expect(await mailer.send(mail)).toEqual({
    outcome: 'failed',
    reason: 'no secure connection to the mail server could be established',
  })
  expect(mailServer.received).toEqual([])
})

test('a refused recipient of a copy is reported, and the mail is sent to the others', async () => {
  const mailServer = await openMailServer({
    onRcptTo: ({ address }, _, done) =>
      address === 'books@example.com' ? done(smtpError(550, 'No such user')) : done(),
  })
  const mailer = mailerOf(`smtp://127.0.0.1:${mailServer.port}`)
  expect(await mailer.send(mail)).toEqual({
    outcome: 'sent',
    refused: [{ address: 'books@example.com', reason: '550 No such user' }],
  })
  expect(mailServer.received[0]?.recipients).toEqual(['ana@example.com'])
})

test('when the server refuses every address, or the message, its answer is quoted', async () => {
  const nobody = await openMailServer({ onRcptTo: (_, __, done) => done(smtpError(550, 'No such user')) })
  expect(await mailerOf(`smtp://127.0.0.1:${nobody.port}`).send(mail)).toEqual({
    outcome: 'failed',
    reason: 'the mail server refused it: 550 No such user',
  })
  const full = await openMailServer({
    onData(stream, _, done) {
      stream.resume()
      stream.on('end', () => done(smtpError(552, 'Mailbox full')))
    },
  })
  expect(await mailerOf(`smtp://127.0.0.1:${full.port}`).send(mail)).toEqual({
    outcome: 'failed',
    reason: 'the mail server refused it: 552 Mailbox full',
  })
})

test('a server that cannot be reached is reported', async () => {
  const mailServer = await openMailServer()
  await mailServer.close()
  expect(await mailerOf(`smtp://127.0.0.1:${mailServer.port}`).send(mail)).toEqual({
    outcome: 'failed',
    reason: 'the mail server could not be reached',
  })
})

test('a server that closes the connection is tried once more only', async () => {
  let connections = 0
  const port = await strangeServer((socket) => {
    connections += 1
    socket.end()
  })
  expect(await mailerOf(`smtp://127.0.0.1:${port}`).send(mail)).toMatchObject({ outcome: 'failed' })
  expect(connections).toBe(2)
})

test('a server that does not answer is given up after five seconds', async () => {
  const port = await strangeServer(() => undefined)
  const began = performance.now()
  expect(await mailerOf(`smtp://127.0.0.1:${port}`).send(mail)).toEqual({
    outcome: 'failed',
    reason: 'the mail server did not answer in time',
  })
  expect(performance.now() - began).toBeLessThan(11_000)
})

test('when the server does not confirm a message within twelve seconds, the outcome is unknown', async () => {
  const clock = createClock()
  let arrived = () => {}
  const taken = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const mailServer = await openMailServer({
    onData(stream) {
      stream.resume()
      stream.on('end', () => arrived())
    },
  })
  const sent = mailerOf(`smtp://127.0.0.1:${mailServer.port}`, clock).send(mail)
  await taken
  clock.advance(12_000)
  expect(await sent).toEqual({
    outcome: 'unknown',
    reason: 'the mail server did not confirm it within 12 seconds',
  })
})

test('when the server hangs up after the message, the outcome is unknown and the mail is not sent again', async () => {
  let count = 0
  const port = await strangeServer((socket) => {
    let text = ''
    socket.write('220 here\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      if (text.endsWith('\r\n.\r\n')) {
        count += 1
        socket.destroy()
      } else if (/\r\nDATA\r\n$/.test(text)) socket.write('354 go on\r\n')
      else if (!/\r\nDATA\r\n/.test(text)) socket.write('250 yes\r\n')
    })
  })
  expect(await mailerOf(`smtp://127.0.0.1:${port}`).send(mail)).toEqual({
    outcome: 'unknown',
    reason: 'the connection to the mail server was lost before it confirmed',
  })
  expect(count).toBe(1)
})

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
