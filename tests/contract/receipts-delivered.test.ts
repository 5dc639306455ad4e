import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AccountDocument } from '../../src-service/accounts/documents.ts'
import { seedTrainingMerchant } from '../../src-service/accounts/training.ts'
import { createApp } from '../../src-service/app.ts'
import { type MailConfig, readMailConfig } from '../../src-service/mail/mail-config.ts'
import type { Services } from '../../src-service/services.ts'
import { nextRow } from '../../src-service/store/row-writes.ts'
import { silentLog } from '../support/silent-log.ts'
import { openMailServer } from '../unit/service/mail/mail-server.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { cardNumber, createReceiptHarness } from './support/receipts.ts'

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the service with or without a mail server, in its own folder or an existing one. */
async function start(options: {
  readonly mail?: MailConfig
  readonly sandbox?: boolean
  readonly folder?: string
}) {
  const privateKey = `sk_${'b'.repeat(40)}`
  const { mail, sandbox = true, folder = folderOf() } = options
  const app = await createApp(
    {
      ...{ port: 0, host: '127.0.0.1', dataDirectory: folder, sandbox, rateLimit: null, checkReplies: true },
      ...{ privateKey, vaultKeys: undefined, ...(mail === undefined ? {} : { mail }) },
    },
    silentLog,
  )
  const url = await app.listen()
  let stopped = false
  const stop = async () => {
    if (!stopped) await app.stop()
    stopped = true
  }
  onTestFinished(stop)
  const accountId = app.sandbox?.account_id ?? ''
  return { services: app.services, accountId, stop, ask: createAsk({ url, privateKey, accountId }) }
}

const mailBy = (port: number): { readonly mail: MailConfig } => {
  const read = readMailConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@example.com' })
  if (!read.ok) throw new Error(read.error)
  return { mail: read.value }
}

const body = { email_override: 'ana@example.com', cc_email_addresses: ['books@example.com'] }

test('a receipt reaches the mail server completely: to, cc, subject and both parts, without the card number', async () => {
  const mailServer = await openMailServer()
  const { ask } = await start(mailBy(mailServer.port))
  const harness = createReceiptHarness(ask)
  const { id } = await harness.pay()
  expect(await harness.send(id, body)).toEqual({
    success: true,
    message: 'The receipt was sent to ana@example.com, books@example.com.',
  })
  const [mail] = mailServer.received
  expect(mailServer.received).toHaveLength(1)
  expect(mail?.recipients).toEqual(['ana@example.com', 'books@example.com'])
  expect(mail?.headers).toMatchObject({
    from: 'Training Store <receipts@example.com>',
    to: 'ana@example.com',
    cc: 'books@example.com',
    subject: 'Receipt from Training Store for $12.34',
  })
  for (const part of [mail?.text, mail?.html]) {
    for (const words of ['Training Store', '$12.34', 'Visa **** 4242']) expect(part).toContain(words)
  }
  expect(`${mail?.raw}${mail?.text}${mail?.html}`.replace(/\s/g, '')).not.toContain(cardNumber)
  const [kept] = await harness.outbox()
  expect(kept?.subject).toBe(mail?.headers.subject)
})

test('a refusal by the mail server is in the answer, and nothing counts as sent', async () => {
  const mailServer = await openMailServer({
    onRcptTo: (_, __, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
  })
  const { ask } = await start(mailBy(mailServer.port))
  const harness = createReceiptHarness(ask)
  expect(await harness.send((await harness.pay()).id, body)).toEqual({
    success: false,
    message: 'The receipt for ana@example.com was not sent: the mail server refused it: 550 No such user.',
  })
  expect(await harness.outbox()).toEqual([])
})

test("a copy that was sent while the payer's own mail was refused is no success, and the answer names both", async () => {
  const mailServer = await openMailServer({
    onRcptTo: ({ address }, _, done) =>
      address === 'ana@example.com'
        ? done(Object.assign(new Error('No such user'), { responseCode: 550 }))
        : done(),
  })
  const { ask } = await start(mailBy(mailServer.port))
  const harness = createReceiptHarness(ask)
  expect(await harness.send((await harness.pay()).id, body)).toEqual({
    success: false,
    message:
      'The receipt was sent to books@example.com. The mail server refused ana@example.com: 550 No such user.',
  })
})

test('without a mail server only a sandbox accepts receipts', async () => {
  const { ask, services } = await start({ sandbox: false })
  const accountId = await addAccount(services)
  const harness = createReceiptHarness(ask, { accountId })
  const { id } = await harness.pay()
  const error = expectRefusal(await harness.ask(id, body), 'state_conflict')
  expect(error.message).toContain('SMTP_URL')
  expectRefusal(await ask('sandbox.outbox', { accountId }), 'route_not_found')
})

/** A merchant like the training merchant, for the tenant that exists at the start of a live service. */
async function addAccount({ store, newId, clock }: Services): Promise<string> {
  const [tenant] = await store.list('tenant', { limit: 1 })
  const { account_id } = await seedTrainingMerchant(store, newId, clock.now())
  const row = await store.find<AccountDocument>('account', account_id)
  if (tenant === undefined || row === null) throw new Error('there is nobody to sell for')
  const document = { ...row.document, tenant_id: tenant.id }
  await store.commit({
    writes: [{ op: 'update', kind: 'account', row: nextRow(row, document, clock.now()) }],
  })
  return account_id
}

test("a mail uses the merchant's name, even when the POS printed another one on the receipt", async () => {
  const { ask } = await start({})
  const harness = createReceiptHarness(ask)
  const hsn = 'VT-MAIL'
  await harness.must('sandbox.virtual_terminals.create', { hsn })
  const connected = await ask('terminals.connect', { body: { hsn } })
  const { session_key } = connected.body as { session_key: string }
  const { id } = await harness.must('payment_intents.create', { amount: 1234 })
  const sale = { hsn, payment_intent_id: id, include_signature: false, receipt_dba: 'Your Bank, security' }
  const paid = await ask('terminals.auth_card', { body: sale, headers: { 'x-session-key': session_key } })
  expect(paid.status).toBe(200)
  const mail = await harness.mailOf(id)
  expect(mail.from.name).toBe('Training Store')
  expect(mail.subject).toBe('Receipt from Training Store for $12.34')
  expect(mail.text).toContain('Your Bank, security')
})
