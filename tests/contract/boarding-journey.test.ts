import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApp } from '../../src-service/app.ts'
import type { Log } from '../../src-service/log.ts'
import type { OperationReply } from '../../src-shared/api/operations.ts'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { ApplicationPage } from '../../src-shared/api/schemas/application-page.ts'
import { activate } from '../../src-terminal/link/activate.ts'
import { openSocketLink } from '../../src-terminal/link/socket-link.ts'
import { createVirtualTerminal } from '../../src-terminal/scripts/virtual-terminal.ts'
import { type Secret, tracesOf } from '../attack/support/card-traces.ts'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startWebhookListener } from '../support/webhook-listener.ts'
import { applicantSecrets, wholeApplication } from '../support/whole-application.ts'

/**
 * From an empty service to the first settlement, over HTTP as a partner, an applicant and a terminal do it. Checks what
 * the partner sees, and that the applicants' secrets are stored only in the vault.
 */
const contractorSecrets = {
  ssn: '518274639',
  birthDate: '1979-03-11',
  accountNumber: '640281937751',
} as const
const paper = 'A BANK STATEMENT THAT IS NOBODY ELSE’S TO READ 5518209'
const secrets: readonly Secret[] = [
  ...Object.entries(applicantSecrets).map(([name, text]) => ({ name, text })),
  ...Object.entries(contractorSecrets).map(([name, text]) => ({ name: `contractor's ${name}`, text })),
  { name: 'document', text: paper },
  ...['457-55-8462', '84-9237516', '518-27-4639'].map((text) => ({ name: `as people write ${text}`, text })),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Returns every row of every table, as in a dump. */
async function dump(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    const parts: string[] = []
    for (const { tablename } of tables.rows as { tablename: string }[]) {
      const { rows } = await client.query(`SELECT t::text AS line FROM ${tablename} AS t`)
      parts.push(tablename, ...(rows as { line: string }[]).map(({ line }) => line))
    }
    return parts.join('\n')
  } finally {
    await client.end()
  }
}

const engines = ['SQLite', 'PostgreSQL'] as const

test.each(engines)(
  'a partner boards a merchant up to its first settlement, and no secret leaves the vault, on %s',
  async (engine) => {
    const folder = await temporaryFolder('journey-')
    const databaseUrl = engine === 'PostgreSQL' ? await server.createDatabase() : null
    if (databaseUrl !== null) onTestFinished(() => server.dropDatabase(databaseUrl))
    const listener = await startWebhookListener()
    onTestFinished(() => listener.stop())
    const lines: string[] = []
    const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
    const log: Log = { debug: line, info: line, warn: line, error: line }
    const app = await createApp(
      {
        ...{
          port: 0,
          host: '127.0.0.1',
          dataDirectory: join(folder, 'data'),
          sandbox: true,
          rateLimit: null,
        },
        ...{ checkReplies: true, privateKey: null, vaultKeys: undefined, privateWebhooks: true },
        ...(databaseUrl === null ? {} : { databaseUrl }),
      },
      log,
    )
    const answers: string[] = []
    let calls = 0
    let stopTerminal: () => void = () => undefined
    try {
      const url = await app.listen()
      const callAs =
        (headers: Readonly<Record<string, string>>) =>
        async <Body>(method: string, path: string, body?: object, status = 200): Promise<Body> => {
          calls += 1
          const response = await fetch(`${url}${path}`, {
            method,
            headers: {
              ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              ...(method === 'GET' ? {} : { 'x-idempotency-key': `journey-request-${calls}` }),
              ...headers,
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          })
          const text = await response.text()
          expect(response.status, `${method} ${path}: ${text}`).toBe(status)
          answers.push(text)
          return JSON.parse(text) as Body
        }
      const pageOf = (id: string, link: string) =>
        callAs({ 'x-client-secret': `${id}_secret_${link.split('#')[1]}` })

      // The operator of the service adds a partner, with its plan.
      const admin = callAs({ 'x-api-key': app.sandbox?.private_key ?? '' })
      const partner_id = 'ptn_journey'
      const plan = await admin<OperationReply<'processing_plans.create'>>('POST', '/processing_plans', {
        ...{ name: 'Journey', partner_id, auth_fee: 15, card_fee_bps: 200 },
      })
      const key = await admin<OperationReply<'api_keys.create'>>('POST', '/api_keys', {
        ...{ level: 'partner', name: 'Partner', partner_id },
      })

      // The partner begins an application and sends its link.
      const partner = callAs({ 'x-api-key': key.key })
      const hook = await partner<OperationReply<'webhook_endpoints.create'>>('POST', '/webhook_endpoints', {
        url: listener.url('/hook'),
      })
      const received = (type: string) =>
        listener.verified('/hook', hook.secret ?? '').filter((event) => event.type === type)
      const arrived = async (type: string) => {
        await expect.poll(() => received(type).length).toBeGreaterThan(0)
        return received(type).at(-1)?.data.object as Record<string, unknown>
      }
      const business = await partner<OperationReply<'businesses.create'>>('POST', '/businesses', {
        name: 'Corner Café',
      })
      const application = await partner<Application>('POST', '/applications', {
        business_id: business.id,
        processing_plan_id: plan.id,
      })
      const at = `/applications/${application.id}`
      const { link } = await partner<OperationReply<'applications.link'>>('POST', `${at}/link`)

      // The applicant fills it in, with a break, and submits it.
      const applicant = pageOf(application.id, link)
      const form = `/application_pages/${application.id}`
      const { processing_plan_id: _, name: __, ...given } = { processing_plan_id: '', ...wholeApplication }
      const half = await applicant<ApplicationPage>('PUT', form, { company: given.company })
      expect(half.missing).toContain('owners')
      const whole = { ...given, name: 'Document Café' }
      expect((await applicant<ApplicationPage>('PUT', form, whole)).missing).toEqual([])
      await applicant('POST', `${form}/submit`)

      // Underwriting requests a document, gets it, and approves.
      const advance = () => admin<Application>('POST', `/sandbox${at}/advance`, {})
      expect((await advance()).status).toBe('UNDERWRITING')
      expect((await advance()).status).toBe('NEED_INFORMATION')
      expect(await arrived('v2.application.needs_information')).toMatchObject({
        id: application.id,
        documents_requested: { document_types: ['BANK_STATEMENT'], required: true, received: false },
      })
      await applicant('POST', `${form}/submit`, undefined, 409)
      const content = Buffer.from(`%PDF-1.7\n${paper}`).toString('base64')
      const uploaded = await applicant<ApplicationPage>('POST', `${form}/documents`, {
        ...{ document_type: 'BANK_STATEMENT', file_name: 'statement.pdf', content },
      })
      expect(uploaded.application.status).toBe('UNDERWRITING')
      const { account_id } = await advance()
      const created = await arrived('v2.account.created')
      expect(created).toMatchObject({
        ...{ id: account_id, status: 'boarded', payouts_enabled: true, processing_plan_id: plan.id },
        application: { id: application.id, status: 'APPROVED', company: { ein: '*****7516' } },
      })
      await arrived('v2.account.payouts_enabled')

      // The owner can sign in.
      const users = await partner<OperationReply<'users.list'>>('GET', `/users?business_id=${business.id}`)
      expect(users.data).toMatchObject([{ email: 'ana@example.com', role: 'ADMIN', status: 'ACTIVE' }])
      const login = await partner<OperationReply<'users.login_url'>>(
        'POST',
        `/v1/users/${users.data[0]?.id}/login_url`,
      )
      expect(login.login_url).toContain('/portal/sign-in#')

      // A contractor applies through its own link.
      const begun = await partner<OperationReply<'contractors.link'>>('POST', '/contractors/link', {
        ...{ parent_id: business.id, parent_type: 'BUSINESS' },
      })
      const contractorForm = `/contractor_application_pages/${begun.contractor_application_id}`
      const worker = pageOf(begun.contractor_application_id, begun.link)
      const [{ residence_address: address }] = wholeApplication.owners
      const person = {
        first_name: 'Grace',
        last_name: 'Baker',
        email: 'grace@example.com',
        phone_number: '+12175550155',
      }
      const { ssn, birthDate: birth_date, accountNumber: account_number } = contractorSecrets
      await worker('PUT', contractorForm, {
        type: 'INDIVIDUAL',
        individual: { ...person, address, ssn, birth_date },
        bank_account: { ...wholeApplication.bank_account, account_number },
        terms_accepted: true,
      })
      await worker('POST', `${contractorForm}/submit`)
      const approval = `/sandbox/contractor_applications/${begun.contractor_application_id}/advance`
      await admin('POST', approval, { to: 'APPROVED' })
      const contractor = await arrived('v2.contractor.approved')

      // A terminal is activated on the new account and takes the first card.
      const atAccount = { 'x-api-key': key.key, 'x-account-id': `${account_id}` }
      const hsn = 'VT-JOURNEY'
      const issued = await callAs(atAccount)<OperationReply<'terminals.activation_code'>>(
        ...(['POST', '/terminals/processor/activation_code', { hsn }] as const),
      )
      const joined = await activate({ serviceUrl: url, hsn, activationCode: issued.activation_code })
      if (!joined.ok) throw new Error('the terminal was not activated')
      let isConnected = false
      const terminal = createVirtualTerminal({
        hsn,
        credential: joined.value.credential,
        behaviour: { script: 'approve' },
        open: () => openSocketLink((address) => new WebSocket(address), url),
        onChange: ({ kind }) => {
          if (kind === 'connected') isConnected = true
        },
      })
      stopTerminal = () => terminal.unplug()
      await expect.poll(() => isConnected).toBe(true)
      const pos = callAs(atAccount)
      const { session_key } = await pos<OperationReply<'terminals.connect'>>(
        ...(['POST', '/terminals/processor/connect', { hsn }] as const),
      )
      const intent = await pos<OperationReply<'payment_intents.create'>>('POST', '/payment_intents', {
        ...{ amount: 10_000, payment_splits: [{ account_id: contractor.id, amount: 2500 }] },
      })
      const paid = await callAs({ ...atAccount, 'x-session-key': session_key })<
        OperationReply<'terminals.auth_card'>
      >(...(['POST', '/terminals/processor/auth_card', { hsn, payment_intent_id: intent.id }] as const))
      expect(paid).toMatchObject({ status: 'captured', account_id, amount: 10_000 })

      // The day is settled: the plan's fee, the contractor's share, and the rest.
      const settled = await admin<OperationReply<'sandbox.settlements.close'>>(
        'POST',
        '/sandbox/settlements/close',
        {
          account_id,
        },
      )
      expect(settled).toMatchObject({ amount_captured: 10_000, amount_fees: 215, amount_splits: 2500 })
      const ledger = await callAs({ 'x-api-key': key.key, 'x-contractor-id': `${contractor.id}` })<
        OperationReply<'transactions.list'>
      >('GET', '/transactions')
      expect(ledger.sums).toEqual([
        { currency: 'USD', amount_split: 2500, amount_taken_back: 0, amount_net: 2500 },
      ])

      // A suspended account refuses charges, with a message.
      await admin('POST', `/sandbox/accounts/${account_id}/advance`, { to: 'suspended' })
      const refused = await pos<{ error: { code: string; message: string } }>(
        ...(['POST', '/payment_intents', { amount: 100 }, 403] as const),
      )
      expect(refused.error).toMatchObject({ code: 'account_not_boarded' })
      expect(refused.error.message).toContain('suspended, not boarded, so it cannot charge')

      // Every role reads everything that it can read.
      for (const path of [
        at,
        '/applications?name=document',
        '/contractors',
        '/events?limit=50',
        `/accounts/${account_id}`,
      ]) {
        const headers = { 'x-business-id': business.id }
        for (const read of [partner, callAs({ 'x-api-key': app.sandbox?.private_key ?? '', ...headers })]) {
          await read('GET', path)
        }
      }
      await applicant('GET', form)
      await worker('GET', contractorForm)
      await expect.poll(() => received('v2.payment.captured').length).toBe(1)
      app.services.log.info({ calls }, 'test.day_over')
    } finally {
      stopTerminal()
      await app.stop()
    }
    const seen = join(folder, 'seen')
    mkdirSync(seen)
    writeFileSync(join(seen, 'answers.txt'), answers.join('\n'))
    writeFileSync(join(seen, 'service.log'), lines.join('\n'))
    const hooks = listener.received('/hook').map(({ headers, text }) => `${JSON.stringify(headers)} ${text}`)
    writeFileSync(join(seen, 'webhooks.txt'), hooks.join('\n'))
    if (databaseUrl !== null) writeFileSync(join(seen, 'dump.sql'), await dump(databaseUrl))
    const kept = databaseUrl === null ? join(folder, 'data', 'service.db') : join(seen, 'dump.sql')
    expect(readdirSync(seen).length).toBeGreaterThan(2)
    // Proves that the search covered the right place.
    expect(readFileSync(kept, 'latin1')).toContain('*****4455')
    expect(hooks.join()).toContain('*****7516')
    expect(lines.join()).toContain('test.day_over')
    expect(tracesOf(folder, secrets)).toEqual([])
  },
)
