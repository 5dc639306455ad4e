import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createApp } from '../../src-service/app.ts'
import type { Log } from '../../src-service/log.ts'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { Business } from '../../src-shared/api/schemas/business.ts'
import type { ProcessingPlan } from '../../src-shared/api/schemas/processing-plan.ts'
import { type Secret, tracesIn, tracesOf } from '../attack/support/card-traces.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { applicantSecrets, wholeApplication } from '../support/whole-application.ts'

const secrets: readonly Secret[] = [
  ...Object.entries(applicantSecrets).map(([name, text]) => ({ name, text })),
  // Nine digits are searched as a separate word only: quoted, they would occur by chance in base64 too.
  ...Object.entries(applicantSecrets).map(([name, text]) => ({ name: `${name} in JSON`, text: `"${text}"` })),
  { name: 'ssn as people write it', text: '457-55-8462' },
  { name: 'ein as people write it', text: '84-9237516' },
]

test('the search finds an applicant’s data that were planted', () => {
  for (const text of Object.values(applicantSecrets)) {
    const planted = `{"details":"${text}"}`
    expect(tracesIn(Buffer.from(planted), secrets).length, text).toBeGreaterThan(0)
    const encoded = Buffer.from(planted).toString('base64')
    expect(tracesIn(Buffer.from(encoded), secrets).length, text).toBeGreaterThan(0)
  }
})

test('no SSN, EIN, birth date or account number is in any file, log, event or answer from draft to account', async () => {
  const folder = await temporaryFolder('applicant-')
  const lines: string[] = []
  const line = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug: line, info: line, warn: line, error: line }
  const config = {
    ...{ port: 0, host: '127.0.0.1', dataDirectory: folder, sandbox: true, rateLimit: null },
    ...{ checkReplies: true, privateKey: null, vaultKeys: undefined },
  }
  const app = await createApp(config, log)
  const answers: string[] = []
  let calls = 0
  try {
    const url = await app.listen()
    const call = async <Body>(method: string, path: string, body?: object, status = 200): Promise<Body> => {
      calls += 1
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          'x-api-key': app.sandbox?.private_key ?? '',
          'content-type': 'application/json',
          ...(method === 'GET' ? {} : { 'x-idempotency-key': `applicant-${calls}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      expect(response.status, text).toBe(status)
      answers.push(text)
      return JSON.parse(text) as Body
    }
    const business = await call<Business>('POST', '/businesses', { name: 'Corner Café' })
    const plans = await call<{ data: ProcessingPlan[] }>('GET', '/processing_plans')
    const whole = { ...wholeApplication, processing_plan_id: plans.data[0]?.id }
    const { id } = await call<Application>('POST', '/applications', { ...whole, business_id: business.id })
    const path = `/applications/${id}`
    const [owner] = wholeApplication.owners
    await call('PUT', path, { company: { ein: `${applicantSecrets.ein} ` } }, 400)
    await call('PUT', path, { owners: [{ ...owner, ssn: `${applicantSecrets.ssn}0` }] }, 400)
    await call('PUT', path, { owners: [{ ...owner, birth_date: `${applicantSecrets.birthDate}T` }] }, 400)
    await call('PUT', path, { bank_account: { account_number: `${applicantSecrets.accountNumber}x` } }, 400)
    await call('PUT', path, { company: { ein: applicantSecrets.ein }, owners: [owner] })
    await call('POST', `${path}/submit`)
    for (let step = 0; step < 2; step += 1) await call('POST', `/sandbox${path}/advance`, {})
    const approved = await call<Application>('GET', path)
    expect(approved.status).toBe('APPROVED')
    const account = { name: 'The Corner', company: { ein: applicantSecrets.ein }, address: {} }
    await call('PUT', `/accounts/${approved.account_id}`, account)
    await call('GET', `/accounts/${approved.account_id}`)
    await call('GET', '/applications')
    app.services.log.info({ calls }, 'test.day_over')
  } finally {
    await app.stop()
  }
  writeFileSync(join(folder, 'answers.txt'), answers.join('\n'))
  writeFileSync(join(folder, 'service.log'), lines.join('\n'))
  expect(lines.join()).toContain('test.day_over')
  expect(answers.join()).toContain('*****8462')
  expect(tracesOf(folder, secrets)).toEqual([])
})
