import { expect, test } from 'vitest'
import type { Delivery, Mail, Mailer } from '../../../../src-service/mail/mailer.ts'
import { oneLine } from '../../../../src-service/mail/one-line.ts'
import { createOutbox, smsWithOutbox, withOutbox } from '../../../../src-service/mail/outbox.ts'
import { createClock } from '../../../../src-service/time/clock.ts'

const mailTo = (to: string): Mail => ({
  accountId: 'acct_test',
  from: { name: 'Shop', address: 'receipts@example.com' },
  to,
  cc: [],
  subject: 'Receipt',
  text: '',
  html: '',
})
const answering = (delivery: Delivery): Mailer => ({ send: async () => delivery, close() {} })

test('the outbox keeps the last hundred mails, newest first', async () => {
  const outbox = createOutbox(createClock())
  const mailer = withOutbox(null, outbox)
  for (let count = 1; count <= 130; count += 1) await mailer.send(mailTo(`n${count}@example.com`))
  const addresses = outbox.list(['acct_test']).map(({ to }) => to[0])
  expect(addresses).toHaveLength(100)
  expect([addresses[0], addresses[99]]).toEqual(['n130@example.com', 'n31@example.com'])
  expect(outbox.list(['acct_other'])).toEqual([])
})

test('the outbox with a mail server keeps the mails that the server accepted, and returns its answer', async () => {
  const outbox = createOutbox(createClock())
  const failed = { outcome: 'failed', reason: 'the mail server could not be reached' } as const
  expect(await withOutbox(answering(failed), outbox).send(mailTo('a@example.com'))).toBe(failed)
  expect(outbox.list(['acct_test'])).toEqual([])
  const sent = { outcome: 'sent', refused: [] } as const
  expect(await withOutbox(answering(sent), outbox).send(mailTo('b@example.com'))).toBe(sent)
  expect(outbox.list(['acct_test'])).toHaveLength(1)
})

test('the outbox keeps text messages that were sent or need no sending, but none with an unknown outcome', async () => {
  const outbox = createOutbox(createClock())
  const sms = { accountId: 'acct_test', to: '+15550100123', text: 'a'.repeat(161) }
  const unknown = { outcome: 'unknown', reason: 'the SMS provider had the request' } as const
  expect(await smsWithOutbox({ send: async () => unknown }, outbox).send(sms)).toBe(unknown)
  expect(outbox.list(['acct_test'])).toEqual([])
  expect(await smsWithOutbox(null, outbox).send(sms)).toEqual({ outcome: 'sent', stays: true })
  expect(outbox.list(['acct_test'])).toMatchObject([{ kind: 'sms', to: ['+15550100123'], segments: 2 }])
})

test.each([
  ['Shop\r\nBcc: evil@example.com', 'Shop Bcc: evil@example.com'],
  ['Shop\u2028X-Header: 1\u0000', 'Shop X-Header: 1'],
  ['  Café \t Ümlaut  ', 'Café Ümlaut'],
  ['safe\u202Egnp.exe', 'safegnp.exe'],
])('the name %j becomes a single safe line', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test('a name of more than a hundred characters is cut between characters', () => {
  expect([...oneLine('😀'.repeat(200))]).toEqual([...Array.from({ length: 99 }, () => '😀'), '…'])
})
