import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Application } from '../../src-shared/api/schemas/application.ts'
import { wholeApplication } from '../support/whole-application.ts'
import { type Ask, createAsk, createMust, expectRefusal, type Must } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Sections 2.11, 3.4 and 4.3: from a draft to the first sale. */
let service: RunningService
let ask: Ask
let must: Must
let business_id: string
let processing_plan_id: string
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  must = createMust(ask)
  business_id = (await must('businesses.create', { body: { name: 'Corner Café' } })).id
  processing_plan_id = (await must('processing_plans.list')).data[0]?.id ?? ''
})
afterAll(() => service.stop())

const create = (body: object = {}) => must('applications.create', { body: { business_id, ...body } })
const whole = (body: object = {}) => create({ ...wholeApplication, processing_plan_id, ...body })
const at = (id: string, more = '') => ({ path: `/applications/${id}${more}` })
const update = (id: string, body: object) => ask('applications.update', { ...at(id), body })
const submit = (id: string) => ask('applications.submit', at(id, '/submit'))
const advance = (id: string, body: object = {}) =>
  ask('sandbox.applications.advance', { path: `/sandbox/applications/${id}/advance`, body })
const [ana] = wholeApplication.owners

describe('a draft', () => {
  test('a draft may lack everything except its business', async () => {
    const draft = await create()
    expect(draft).toMatchObject({
      ...{ entity: 'application', status: 'DRAFT', business_id, account_id: null, name: null },
      ...{ company: null, owners: [], terms_accepted: false, documents_requested: null },
    })
    expect(await must('applications.get', at(draft.id))).toEqual(draft)
  })

  test('a draft keeps every field of section 2.11, with tax, birth and bank data masked', async () => {
    const draft = await whole({ sales_code_id: 's1', sales_agent_id: 's2', sales_group_id: 's3' })
    const { company, owners, bank_account, ...rest } = wholeApplication
    expect(draft).toMatchObject({
      ...rest,
      ...{ sales_code_id: 's1', sales_agent_id: 's2', sales_group_id: 's3', processing_plan_id },
      company: { ...company, ein: '*****7516' },
      owners: [{ ...owners[0], id: draft.owners[0]?.id, ssn: '*****8462', birth_date: '****-**-**' }],
      bank_account: { ...bank_account, account_number: '*****4455' },
    })
    expect(draft.owners[0]?.id).toMatch(/^own_/)
  })

  test('a draft accepts the guide’s other spellings, and refuses both when they differ', async () => {
    const { id } = await create({ business_address: { city: 'Reno' }, term_accepted: true })
    const read = await must('applications.get', at(id))
    expect(read).toMatchObject({ address: { city: 'Reno' }, terms_accepted: true })
    expect(read).not.toHaveProperty('business_address')
    const both = await update(id, { terms_accepted: true, term_accepted: false })
    expect(expectRefusal(both, 'parameter_invalid').param).toBe('term_accepted')
  })

  test('a draft is changed field by field; owners that are not sent are removed', async () => {
    const draft = await whole()
    const [owner] = draft.owners
    const body = {
      company: { dba_name: 'The Corner' },
      owners: [
        { id: owner?.id, ownership_percent: 50 },
        { first_name: 'Ben', ownership_percent: 50 },
      ],
    }
    const changed = (await update(draft.id, body)).body as Application
    expect(changed.company).toEqual({ ...draft.company, dba_name: 'The Corner' })
    expect(changed.owners[0]).toEqual({ ...owner, ownership_percent: 50 })
    expect(changed.owners[1]).toMatchObject({ first_name: 'Ben' })
    const alone = (await update(draft.id, { owners: [{ id: changed.owners[1]?.id }] })).body as Application
    expect(alone.owners.map(({ first_name }) => first_name)).toEqual(['Ben'])
    // With two owners of one id the vault would store one social security number for both.
    const [ben] = alone.owners
    const twice = await update(draft.id, {
      owners: [
        { id: ben?.id, ssn: '457558462' },
        { id: ben?.id, first_name: 'Cleo', ssn: '219099999' },
      ],
    })
    expect(expectRefusal(twice, 'parameter_invalid').param).toBe('owners.1.id')
  })

  test('a draft that is sent back as it was returned stays the same', async () => {
    const draft = await whole()
    const { company, owners, bank_account } = draft
    const answer = await update(draft.id, { company, owners, bank_account })
    expect(answer.body).toEqual({ ...draft, updated_at: (answer.body as Application).updated_at })
    const wrong = await update(draft.id, { owners: [{ ...owners[0], ssn: '*****0000' }] })
    expect(expectRefusal(wrong, 'parameter_invalid').param).toBe('owners.0.ssn')
  })

  test.each<readonly [string, object, string]>([
    ['a title of another ownership type', { owners: [{ ...ana, title: 'PARTNER' }] }, 'owners.0.title'],
    ['owners of more than 100 percent', { owners: [ana, { ownership_percent: 41 }] }, 'owners'],
    ['two owners who are signers', { owners: [ana, { signer: true }] }, 'owners'],
    ['a birth date in the future', { owners: [{ ...ana, birth_date: '2999-01-01' }] }, 'owners.0.birth_date'],
    ['an SSN of eight digits', { owners: [{ ssn: '45755846' }] }, 'owners.0.ssn'],
    ['an unknown category', { company: { mcc: '3000' } }, 'company.mcc'],
    [
      'an invalid routing number',
      { bank_account: { routing_number: '110000001' } },
      'bank_account.routing_number',
    ],
    ['an owner with an id', { owners: [{ id: 'own_1' }] }, 'owners.0.id'],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, 'name'],
    ['a state written out', { address: { country: 'US', state: 'Illinois' } }, 'address.state'],
    ['a province of another country', { address: { country: 'US', state: 'ON' } }, 'address.state'],
    ['a ZIP code of four digits', { address: { country: 'US', zip_code: '6270' } }, 'address.zip_code'],
    [
      'an invalid Canadian postal code',
      { address: { country: 'CA', zip_code: '62701' } },
      'address.zip_code',
    ],
    ['a sales_code_id of 51 characters', { sales_code_id: 'a'.repeat(51) }, 'sales_code_id'],
  ])('a draft with %s is refused, without quoting the value', async (_, changes, param) => {
    const answer = await ask('applications.create', {
      body: { ...wholeApplication, business_id, processing_plan_id, ...changes },
    })
    expect(expectRefusal(answer, ['parameter_invalid', 'parameter_unknown']).param).toBe(param)
    expect(JSON.stringify(answer.body)).not.toMatch(/45755846|457-55|2999/)
  })

  test('a draft accepts only a plan and a business in reach', async () => {
    for (const field of ['business_id', 'processing_plan_id']) {
      const body = { business_id, [field]: field === 'business_id' ? 'bus_none' : 'plan_none' }
      expect(expectRefusal(await ask('applications.create', { body }), 'resource_missing').param).toBe(field)
    }
    const { store } = service.services
    const [plan] = await store.list<{ partner_id?: string | null }>('processing_plan', { limit: 1 })
    if (plan === undefined) throw new Error('there is no plan')
    const row = {
      ...plan,
      id: 'plan_ofanotherpartner',
      document: { ...plan.document, partner_id: 'ptn_other' },
    }
    await store.commit({ writes: [{ op: 'insert', kind: 'processing_plan', row }] })
    const foreign = await ask('applications.create', { body: { business_id, processing_plan_id: row.id } })
    expect(expectRefusal(foreign, 'resource_missing').param).toBe('processing_plan_id')
    const draft = await create()
    const other = await must('businesses.create')
    const moved = expectRefusal(await update(draft.id, { business_id: other.id }), 'parameter_invalid')
    expect(moved.param).toBe('business_id')
  })
})

describe('a submission', () => {
  test('a submission lists all missing fields at once', async () => {
    const { id } = await create({ company: { ownership_type: 'PRIVATE' }, owners: [{ first_name: 'Ana' }] })
    const error = expectRefusal(await submit(id), 'parameter_missing')
    expect(error.errors?.map(({ param }) => param)).toEqual([
      ...['name', 'processing_plan_id', 'terms_accepted'],
      ...['company.legal_name', 'company.phone_number', 'company.mcc', 'company.ein'],
      ...['country', 'state', 'city', 'zip_code', 'address_line1'].map((name) => `address.${name}`),
      ...['avg_annual_volume', 'avg_ticket_amount', 'high_ticket_amount'].map(
        (name) => `industry_volume.${name}`,
      ),
      ...['last_name', 'email', 'title', 'ownership_percent', 'ssn', 'birth_date'].map(
        (name) => `owners.0.${name}`,
      ),
      ...['country', 'state', 'city', 'zip_code', 'address_line1'].map(
        (name) => `owners.0.residence_address.${name}`,
      ),
      'owners.0.signer',
    ])
    expect((await must('applications.get', at(id))).status).toBe('DRAFT')
  })

  test('a submission treats text of only spaces or invisible characters as missing', async () => {
    const { company, address, owners } = wholeApplication
    const { id } = await whole({
      name: ' ',
      company: { ...company, legal_name: '   ' },
      address: { ...address, city: ' \u00a0' },
      owners: owners.map((owner) => ({ ...owner, first_name: '\t', last_name: '\u200b\u2060\u3164' })),
    })
    const error = expectRefusal(await submit(id), 'parameter_missing')
    const missing = error.errors?.map(({ param }) => param)
    expect(missing).toEqual([
      'name',
      'company.legal_name',
      'address.city',
      'owners.0.first_name',
      'owners.0.last_name',
    ])
  })

  test('a submission moves to UNDER_REVIEW once, and cannot be changed after that', async () => {
    const { id } = await whole()
    const submitted = (await submit(id)).body as Application
    expect(submitted).toMatchObject({ status: 'UNDER_REVIEW', submitted_at: submitted.updated_at })
    expectRefusal(await submit(id), 'state_conflict')
    const error = expectRefusal(await update(id, { name: 'Another' }), 'state_conflict')
    expect(error.message).toContain(
      'is UNDER_REVIEW. It can only be changed in the statuses DRAFT and NEED_INFORMATION.',
    )
  })
})

describe('an approval', () => {
  test('an approval creates a boarded account with location, plan and category, which can sell at once', async () => {
    const { id } = await whole()
    await submit(id)
    expect((await advance(id)).body).toMatchObject({ status: 'UNDERWRITING', account_id: null })
    const approved = (await advance(id)).body as Application
    expect(approved.status).toBe('APPROVED')
    const account = await must('accounts.get', { path: `/accounts/${approved.account_id}` })
    expect(account).toMatchObject({
      ...{ status: 'boarded', payouts_enabled: true, business_id, processing_plan_id, name: 'Corner Café' },
      ...{ application_id: id, company: { mcc: '5812', ein: '*****7516' } },
    })
    const locations = await must('locations.list', {
      query: `?business_id=${business_id}&name=Corner%20Caf%C3%A9`,
    })
    expect(locations.data.map(({ id }) => id)).toContain(account.location_id)

    const accountId = account.id
    await must('sandbox.virtual_terminals.create', { accountId, body: { hsn: 'VT-BOARDED' } })
    const { session_key } = await must('terminals.connect', { accountId, body: { hsn: 'VT-BOARDED' } })
    const intent = await must('payment_intents.create', { accountId, body: { amount: 1850 } })
    const payment = await must('terminals.auth_card', {
      accountId,
      body: { hsn: 'VT-BOARDED', payment_intent_id: intent.id, include_signature: false },
      headers: { 'x-session-key': session_key },
    })
    expect(payment).toMatchObject({ status: 'captured', account_id: accountId })
    expect(payment.terminal_details?.receipt_data).toMatchObject({ dba: 'Corner Café' })
    const settled = await must('sandbox.settlements.close', { accountId, body: { account_id: accountId } })
    expect(settled.amount_fees).toBe(10 + Math.round(1850 * 0.029))
  })

  test('an approval is refused in a status that does not allow it, and the error lists the allowed moves', async () => {
    const { id } = await whole()
    const error = expectRefusal(await advance(id, { to: 'APPROVED' }), 'state_conflict')
    expect(error.message).toBe(
      `Application ${id} is DRAFT: it cannot become APPROVED. From DRAFT it can only become UNDER_REVIEW, CANCELLED.`,
    )
  })

  test('an approval is shown to a key of the new account, which sees no other application', async () => {
    const { id } = await whole()
    await submit(id)
    await advance(id)
    const { account_id } = (await advance(id)).body as Application
    const key = await service.makeKey('read_only', { account_id })
    expect(await must('applications.get', { key, ...at(id) })).toMatchObject({ id, account_id })
    const other = await whole()
    expectRefusal(await ask('applications.get', { key, ...at(other.id) }), 'resource_missing')
    expect((await must('applications.list', { key })).data).toEqual([])
  })
})

test('applications are listed by status, business and a part of a name, newest first', async () => {
  const business = await must('businesses.create')
  const ids: string[] = []
  for (const _ of [1, 2, 3]) ids.unshift((await whole({ business_id: business.id })).id)
  await submit(ids[2] ?? '')
  const list = async (query: string) => (await must('applications.list', { query })).data.map(({ id }) => id)
  expect(await list(`?business_id=${business.id}`)).toEqual(ids)
  expect(await list(`?business_id=${business.id}&status=UNDER_REVIEW`)).toEqual([ids[2]])
  // The cursor was the last of its page, and has left the list since.
  const draftsAfter = `?business_id=${business.id}&status=DRAFT&starting_after=${ids[2]}`
  expect(await list(draftsAfter)).toEqual([])
  expect(await list(draftsAfter.replace('starting_after', 'ending_before'))).toEqual([ids[0], ids[1]])
  const renamed = { name: 'Élan', company: { dba_name: '50% Off' } }
  await must('applications.update', { path: `/applications/${ids[0]}`, body: renamed })
  for (const name of ['éla', '50%25 o']) {
    expect(await list(`?business_id=${business.id}&name=${name}`), name).toEqual([ids[0]])
  }
  expect(await list(`?business_id=${business.id}&limit=1&starting_after=${ids[0]}`)).toEqual([ids[1]])
})
