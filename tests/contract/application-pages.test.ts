import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationFacts } from '../../src-shared/api/operation-facts.ts'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import type { ApplicationPage } from '../../src-shared/api/schemas/application-page.ts'
import { wholeApplication } from '../support/whole-application.ts'
import { type Ask, createAsk, createForm, expectRefusal } from './support/ask.ts'
import { createFormPages } from './support/form-pages.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'

/** The operations of an application's hosted form: the secret of its link replaces a key. */
let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const pages = createFormPages<ApplicationPage>(() => ask, '/application_pages/')
const { on, page } = pages
const form = (body: object = {}) => createForm(service, body)
const applicationAt = (id: string, more = '') => ({ path: `/applications/${id}${more}` })
const advance = (id: string, body: object) =>
  ask('sandbox.applications.advance', { path: `/sandbox/applications/${id}/advance`, body })
const pdf = { ...sampleBodies['application_pages.upload'] }

describe.each(pages.names)('%s', (name) => {
  test('the operation accepts only the secret of its own form, and treats any other as missing', async () => {
    await pages.expectOwnSecretAlone(name, [await form(), await form()], service.privateKey)
  })
})

describe('two devices with the same form', () => {
  test("a save based on an older state than the other device's save is refused, and deletes no owner", async () => {
    const own = await form({ owners: [{ first_name: 'Ana' }] })
    const { revision, application } = await page('application_pages.get', own)
    const [ana] = application.owners
    const both = await page('application_pages.save', own, {
      revision,
      owners: [{ id: ana?.id }, { first_name: 'Bo', ssn: '457-55-8462' }],
    })
    const late = await on('application_pages.save', own.id, own.client_secret, {
      revision,
      owners: [{ id: ana?.id, last_name: 'Lind' }],
    })
    expect(expectRefusal(late, 'state_conflict').param).toBe('revision')
    expect(await page('application_pages.get', own)).toEqual(both)
    const next = await page('application_pages.save', own, { revision: both.revision, name: 'Corner' })
    expect(next.application.owners).toEqual(both.application.owners)
  })
})

describe('the link of an application', () => {
  test('a link needs a plan, and an application that can still be changed', async () => {
    const { id: business_id } = (await ask('businesses.create')).body as { id: string }
    const { id } = (await ask('applications.create', { body: { business_id } })).body as Application
    const error = expectRefusal(await ask('applications.link', applicationAt(id, '/link')), 'state_conflict')
    expect(error.param).toBe('processing_plan_id')
    const whole = await form(wholeApplication)
    await page('application_pages.submit', whole)
    expectRefusal(await ask('applications.link', applicationAt(whole.id, '/link')), 'state_conflict')
    expect((await page('application_pages.get', whole)).may_change).toBe(false)
  })

  test('only a hash of a link is stored, and a new link replaces it at once', async () => {
    const first = await form()
    const token = first.link.split('#')[1] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(first.link).toBe(`${service.url}/apply/${first.id}#${token}`)
    const row = await service.services.store.find('application', first.id)
    expect(JSON.stringify(row)).not.toContain(token)
    const answer = await ask('applications.link', applicationAt(first.id, '/link'))
    const { link } = answer.body as { link: string }
    expectRefusal(await on('application_pages.get', first.id, first.client_secret), 'resource_missing')
    const next = `${first.id}_secret_${link.split('#')[1]}`
    expect((await on('application_pages.get', first.id, next)).status).toBe(200)
    // The link opens the form only.
    expectRefusal(await ask('applications.get', { key: next, ...applicationAt(first.id) }), 'api_key_invalid')
  })

  test('a link is not shown to a key below the level of a business, nor in any other answer', async () => {
    const { id, link } = await form()
    const key = await service.makeKey('read_only')
    expectRefusal(await ask('applications.link', { key, ...applicationAt(id, '/link') }), 'permission_denied')
    const read = await ask('applications.get', applicationAt(id))
    expect(JSON.stringify(read.body)).not.toContain(link.split('#')[1] ?? '')
    expect(JSON.stringify(read.body)).not.toContain('hash')
  })

  test('a link is valid for seven days', async () => {
    const own = await form()
    const { link_expires_at } = await page('application_pages.get', own)
    const days = (Date.parse(link_expires_at) - service.services.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    service.services.clock.advance(7 * 86_400_000 + 60_000)
    expectRefusal(await on('application_pages.get', own.id, own.client_secret), 'resource_missing')
  })
})

describe('the form', () => {
  test('the form is saved step by step, lists what is missing, and is submitted', async () => {
    const own = await form()
    const { name, company, address, owners, ...rest } = wholeApplication
    expect((await page('application_pages.save', own, { name })).missing).not.toContain('name')
    await page('application_pages.save', own, { company, address })
    const some = await page('application_pages.save', own, { owners })
    expect(some).toMatchObject({ business_name: 'Corner Café', may_change: true })
    expect(some.missing).toEqual([
      'terms_accepted',
      ...['avg_annual_volume', 'avg_ticket_amount', 'high_ticket_amount'].map(
        (one) => `industry_volume.${one}`,
      ),
    ])
    const early = await on('application_pages.submit', own.id, own.client_secret)
    expect(expectRefusal(early, 'parameter_missing').errors?.map(({ param }) => param)).toEqual(some.missing)
    await page('application_pages.save', own, rest)
    const done = await page('application_pages.submit', own)
    expect(done).toMatchObject({ missing: [], may_change: false, application: { status: 'UNDER_REVIEW' } })
    expect(JSON.stringify(done)).not.toMatch(/457558462|849237516|1983-07-29|730918264455/)
    const late = await on('application_pages.save', own.id, own.client_secret, { name: 'Another' })
    expectRefusal(late, 'state_conflict')
  })

  test.each(['processing_plan_id', 'business_id', 'sales_code_id'])(
    'the form does not accept %s, which is set by the partner',
    async (field) => {
      const own = await form()
      const answer = await on('application_pages.save', own.id, own.client_secret, { [field]: 'x' })
      expect(expectRefusal(answer, 'parameter_unknown').param).toBe(field)
    },
  )
})

describe('documents', () => {
  const asked = async () => {
    const own = await form(wholeApplication)
    await page('application_pages.submit', own)
    await advance(own.id, { to: 'UNDERWRITING' })
    const documents_requested = { document_types: ['BANK_STATEMENT', 'PHOTO_ID'], comments: 'Both, please.' }
    await advance(own.id, { to: 'NEED_INFORMATION', documents_requested })
    return own
  }

  test('requested documents do not move an incomplete application away from its applicant', async () => {
    const own = await asked()
    await page('application_pages.save', own, { terms_accepted: false })
    await page('application_pages.upload', own, pdf)
    const photo = { ...pdf, document_type: 'PHOTO_ID' }
    const { application, missing } = await page('application_pages.upload', own, photo)
    expect(application).toMatchObject({ status: 'NEED_INFORMATION', documents_requested: { received: true } })
    expect(missing).toEqual(['terms_accepted'])
    expectRefusal(await advance(own.id, { to: 'APPROVED' }), 'state_conflict')
    await page('application_pages.save', own, { terms_accepted: true })
    expect((await page('application_pages.submit', own)).application.status).toBe('UNDERWRITING')
  })

  test('requested documents move the application back to underwriting once all are there', async () => {
    const own = await asked()
    const first = await page('application_pages.upload', own, pdf)
    expect(first.application).toMatchObject({
      status: 'NEED_INFORMATION',
      documents_requested: { received: false, comments: 'Both, please.' },
    })
    expect(first.documents_missing).toEqual(['PHOTO_ID'])
    expectRefusal(await on('application_pages.submit', own.id, own.client_secret), 'state_conflict')
    const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')
    const photo = { document_type: 'PHOTO_ID', file_name: 'me.jpg', content: png }
    const { application } = await page('application_pages.upload', own, photo)
    expect(application).toMatchObject({
      status: 'UNDERWRITING',
      documents_requested: { required: true, received: true, received_date: application.updated_at },
    })
    expect(application.documents.map(({ content_type, size }) => [content_type, size])).toEqual([
      ['application/pdf', 13],
      ['image/png', 9],
    ])
    const late = await on('application_pages.upload', own.id, own.client_secret, pdf)
    expectRefusal(late, 'state_conflict')
  })

  test('documents are stored encrypted, and only readable by authorized keys', async () => {
    const own = await form()
    const secretText = '%PDF-1.7 Ana Torres, account 730918264455'
    const content = Buffer.from(secretText).toString('base64')
    const { application } = await page('application_pages.upload', own, { ...pdf, content })
    const [file] = application.documents
    const path = `/applications/${own.id}/documents/${file?.id}`
    const fetched = await ask('applications.get_document', { path })
    expect(fetched.body).toEqual({ ...file, content })
    const row = JSON.stringify(await service.services.store.find('application_document', file?.id ?? ''))
    expect(row).not.toContain(content.slice(0, 20))
    const key = await service.makeKey('read_only')
    expectRefusal(await ask('applications.get_document', { key, path }), 'permission_denied')
    const partner = await service.makeKey('partner', { partner_id: 'ptn_other' })
    expectRefusal(await ask('applications.get_document', { key: partner, path }), 'resource_missing')
  })

  test.each([
    ['a program called .pdf', Buffer.from('MZ\u0090 none')],
    ['a page called .pdf', Buffer.from('<html>none</html>')],
    ['a file of more than 5 MiB', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5_242_876)])],
  ])('documents are refused by their content: %s', async (_, bytes) => {
    const own = await form()
    const body = { ...pdf, content: bytes.toString('base64') }
    const answer = await on('application_pages.upload', own.id, own.client_secret, body)
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('content')
  })

  test('documents of up to 5 MiB are accepted in full, while other bodies of the page are limited to 128 KiB', async () => {
    const own = await form()
    const bytes = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5_242_875)])
    const body = { ...pdf, content: bytes.toString('base64') }
    expect((await page('application_pages.upload', own, body)).application.documents[0]?.size).toBe(5_242_880)
    const large = await on('application_pages.save', own.id, own.client_secret, {
      name: 'a'.repeat(140_000),
    })
    expect(expectRefusal(large, 'body_too_large').message).toContain('128 KiB')
  })

  const manyFields = Object.fromEntries(Array.from({ length: 400_000 }, (_, at) => [`k${at}`, 1]))
  // None has an end, so that parsed it would be no JSON.
  test.each([
    ['upload', 'fields', JSON.stringify(manyFields).replace(/\}$/, ''), 'body may have at most 5000 entries'],
    ['upload', 'lists', '['.repeat(6_900_000), 'more than 5000 lists or objects'],
    ['upload', 'objects', '{"a":'.repeat(1_000_000), 'more than 5000 lists or objects'],
    ['upload', 'lists, in less than 1 MiB', '['.repeat(1_000_000), 'more than 5000 lists or objects'],
    ['save', 'lists', '['.repeat(130_000), 'more than 5000 lists or objects'],
  ] as const)('%s with very many %s is refused without being parsed', async (name, _, body, why) => {
    const own = await form()
    const refused = await on(`application_pages.${name}`, own.id, own.client_secret, body as never)
    expect(refused.status).toBe(400)
    expect((refused.body as { error: { message: string } }).error.message).toContain(why)
  })

  test('an upload that announces more than any may have is refused as too large, not asked to wait', async () => {
    const own = await form()
    const { path, method } = operationFacts['application_pages.upload']
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${service.directUrl}${path.replace('{id}', own.id)}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'content-length': 500_000_000,
          'x-client-secret': own.client_secret,
        },
      })
      sent.on('response', (response) => {
        resolve(response.statusCode)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write('{')
    })
    expect(status).toBe(413)
  })

  test('a document that is much too large is refused as such, and does not count as too many requests', async () => {
    const own = await form()
    const headers = {
      ...{ 'x-client-secret': own.client_secret, 'content-type': 'application/json' },
      'content-length': 300_000_000,
    }
    const url = `${service.directUrl}/application_pages/${own.id}/documents`
    const status = await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (answer) => {
        resolve(answer.statusCode)
        sent.destroy()
      })
      sent.on('error', reject).flushHeaders()
    })
    expect(status).toBe(413)
  })

  test('large uploads use up the requests of their page sooner', async () => {
    const own = await form()
    // Refused at its first character, so that the limit is reached long before it grows again.
    const large = 'A'.repeat(6_900_000)
    const codes: string[] = []
    for (let sent = 0; sent < 60 && codes.at(-1) !== 'rate_limited'; sent += 1) {
      const answer = await on('application_pages.upload', own.id, own.client_secret, large as never)
      codes.push((answer.body as { error: { code: string } }).error.code)
    }
    expect(codes.at(-1)).toBe('rate_limited')
    expect(codes.length).toBeGreaterThan(15)
  })
})

test('an approval makes the signing owner the first user of the business', async () => {
  const own = await form(wholeApplication)
  await page('application_pages.submit', own)
  await advance(own.id, {})
  const approved = (await advance(own.id, {})).body as Application
  const users = await ask('users.list', { query: `?business_id=${approved.business_id}` })
  expect((users.body as { data: unknown[] }).data).toMatchObject([
    { email: 'ana@example.com', first_name: 'Ana', last_name: 'Torres', type: 'BUSINESS', status: 'ACTIVE' },
  ])
})
