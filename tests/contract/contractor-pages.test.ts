import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import type { ContractorApplicationPage } from '../../src-shared/api/schemas/contractor-page.ts'
import { wholeCompany, wholeIndividual } from '../support/whole-contractor.ts'
import { type Ask, createAsk, createContractorForm, expectRefusal } from './support/ask.ts'
import { createFormPages } from './support/form-pages.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** The operations of a contractor's hosted form: the secret of its link replaces a key. */
let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const pages = createFormPages<ContractorApplicationPage>(() => ask, '/contractor_application_pages/')
const { on, page } = pages
const form = (data?: object) => createContractorForm(service, data)
const get = 'contractor_application_pages.get'
const save = 'contractor_application_pages.save'
const submit = 'contractor_application_pages.submit'
const decide = (id: string, to: string) =>
  ask('sandbox.contractor_applications.advance', {
    path: `/sandbox/contractor_applications/${id}/advance`,
    body: { to },
  })
const planted = /457558462|457-55-8462|849237516|84-9237516|1983-07-29|730918264455/

describe.each(pages.names)('%s', (name) => {
  test('the operation accepts only the secret of its own form, and treats any other as missing', async () => {
    await pages.expectOwnSecretAlone(name, [await form(), await form()], service.privateKey)
  })
})

describe('the form of a contractor', () => {
  test('the form begins with the data from the business, is saved step by step, and is submitted once', async () => {
    const own = await form({ individual: { first_name: 'Grace', email: 'grace@example.com' } })
    const begun = await page(get, own)
    expect(begun).toMatchObject({
      business_name: 'Corner Café',
      contractor_status: 'UNDER_REVIEW',
      application: { type: 'INDIVIDUAL', individual: { first_name: 'Grace' } },
      may_change: true,
      submitted_at: null,
    })
    const { type, individual, ...rest } = wholeIndividual
    const { first_name: _, email: __, ...person } = individual
    const some = await page(save, own, { type, individual: person })
    expect(some.application.individual).toMatchObject({
      ...{ first_name: 'Grace', last_name: 'Okafor', ssn: '*****8462', birth_date: '****-**-**' },
    })
    expect(some.missing).toEqual([
      ...['routing_number', 'account_number', 'account_type', 'account_holder'].map(
        (one) => `bank_account.${one}`,
      ),
      'terms_accepted',
    ])
    const early = await on(submit, own.id, own.client_secret)
    expect(expectRefusal(early, 'parameter_missing').errors?.map(({ param }) => param)).toEqual(some.missing)
    await page(save, own, rest)
    const done = await page(submit, own)
    expect(done).toMatchObject({ missing: [], may_change: false, contractor_status: 'UNDER_REVIEW' })
    expect(done.submitted_at).not.toBeNull()
    expectRefusal(await on(save, own.id, own.client_secret, { terms_accepted: false }), 'state_conflict')
    expectRefusal(await on(submit, own.id, own.client_secret), 'state_conflict')
    expect((await decide(own.id, 'APPROVED')).status).toBe(200)
    expect(await page(get, own)).toMatchObject({ contractor_status: 'APPROVED', may_change: false })
  })

  test('the form treats text of only spaces as missing', async () => {
    const { individual, bank_account, ...rest } = wholeIndividual
    const blank = await page(save, await form(), {
      ...rest,
      individual: { ...individual, address: { ...individual.address, city: ' ' } },
      bank_account: { ...bank_account, account_holder: '\u00a0 ' },
    })
    expect(blank.missing).toEqual(['individual.address.city', 'bank_account.account_holder'])
  })

  test("a company names its owners, and the resulting contractor has the company's name", async () => {
    const own = await form()
    expect((await page(get, own)).missing).toEqual(['type'])
    expect((await page(save, own, { type: 'COMPANY' })).missing).toContain('company.company_owners')
    await page(save, own, wholeCompany)
    expect((await page(submit, own)).application.company).toMatchObject({ ein: '*****7516' })
    await decide(own.id, 'APPROVED')
    const { data } = (await ask('events.list', { query: '?type=v2.contractor.approved', accountId: null }))
      .body as { data: { data: { object: Contractor } }[] }
    expect(data.map((event) => event.data.object)).toContainEqual(
      expect.objectContaining({ contractor_application_id: own.id, name: 'Okafor Hair', type: 'COMPANY' }),
    )
  })

  test('tax, birth and bank data are stored only in the vault, and sending back a mask changes nothing', async () => {
    const own = await form()
    const { application } = await page(save, own, wholeIndividual)
    const { individual, bank_account } = application
    const again = await page(save, own, { individual, bank_account })
    expect(again.application).toEqual(application)
    expect(JSON.stringify(again)).not.toMatch(planted)
    const { store, vault } = service.services
    const row = await store.find<{ readonly sealed: never }>('contractor_application', own.id)
    expect(JSON.stringify(row)).not.toMatch(planted)
    const kept = vault.openText(row?.document.sealed as never, `boarding of ${own.id}`)
    expect(JSON.parse(kept)).toEqual({
      'individual.ssn': '457558462',
      'individual.birth_date': '1983-07-29',
      'bank_account.account_number': '730918264455',
    })
    const wrong = await on(save, own.id, own.client_secret, { individual: { ssn: '*****0000' } })
    expect(expectRefusal(wrong, 'parameter_invalid').param).toBe('individual.ssn')
  })

  test("a save based on an older state than another device's save is refused, and changes nothing", async () => {
    const own = await form()
    const { revision } = await page(get, own)
    const saved = await page(save, own, { revision, company: { company_owners: [{ first_name: 'Ana' }] } })
    expect(saved.revision).toBeGreaterThan(revision)
    const late = await on(save, own.id, own.client_secret, { revision, company: { company_owners: [] } })
    expect(expectRefusal(late, 'state_conflict').param).toBe('revision')
    expect(await page(get, own)).toEqual(saved)
  })

  test('an owner of a company keeps the fields that are not sent, even when its position changes', async () => {
    const company_owners = [
      { first_name: 'Ana', ownership_percent: 40 },
      { first_name: 'Bo', ownership_percent: 60 },
    ]
    const own = await form({ company: { legal_name: 'Okafor Hair LLC', company_owners } })
    const begun = (await page(get, own)).application.company?.company_owners ?? []
    expect(new Set(begun.map(({ id }) => id)).size).toBe(2)
    const sent = [{ id: begun[1]?.id, email: 'bo@example.com' }, { first_name: 'Cy' }]
    const { application } = await page(save, own, { company: { company_owners: sent } })
    expect(application.company?.company_owners).toEqual([
      { id: begun[1]?.id, first_name: 'Bo', ownership_percent: 60, email: 'bo@example.com' },
      { id: expect.stringMatching(/^own_/), first_name: 'Cy' },
    ])
    const same = { id: application.company?.company_owners?.[0]?.id }
    const twice = await on(save, own.id, own.client_secret, { company: { company_owners: [same, same] } })
    expect(expectRefusal(twice, 'parameter_invalid').param).toBe('company.company_owners.1.id')
    const gone = { company: { company_owners: [{ id: begun[0]?.id, first_name: 'Ana' }] } }
    const refused = expectRefusal(await on(save, own.id, own.client_secret, gone), 'parameter_invalid')
    expect(refused.param).toBe('company.company_owners.0.id')
  })

  test('data of an abandoned applicant type is deleted', async () => {
    const own = await form()
    await page(save, own, wholeIndividual)
    await page(save, own, wholeCompany)
    const { application } = await page(submit, own)
    expect(application).toMatchObject({ type: 'COMPANY', individual: null, company: { ein: '*****7516' } })
    const { store, vault } = service.services
    const row = await store.find<{ readonly sealed: never }>('contractor_application', own.id)
    const kept = JSON.parse(vault.openText(row?.document.sealed as never, `boarding of ${own.id}`))
    expect(Object.keys(kept).sort()).toEqual(['bank_account.account_number', 'company.ein'])
  })

  test.each([
    [{ bank_account: { routing_number: '110000001' } }, 'bank_account.routing_number'],
    [{ individual: { birth_date: '2999-01-01' } }, 'individual.birth_date'],
    [{ individual: { ssn: '12' } }, 'individual.ssn'],
    [
      { company: { company_owners: [{ ownership_percent: 60 }, { ownership_percent: 60 }] } },
      'company.company_owners',
    ],
    [{ business_id: 'bus_other' }, 'business_id'],
  ])('the form refuses %j, and the error names the field', async (body, param) => {
    const own = await form()
    const answer = await on(save, own.id, own.client_secret, body)
    expect(expectRefusal(answer, ['parameter_invalid', 'parameter_unknown']).param).toBe(param)
  })

  test('the link of a contractor is valid for seven days', async () => {
    const own = await form()
    const { link_expires_at } = await page(get, own)
    const days = (Date.parse(link_expires_at) - service.services.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    service.services.clock.advance(7 * 86_400_000 + 60_000)
    expectRefusal(await on(get, own.id, own.client_secret), 'resource_missing')
  })
})
