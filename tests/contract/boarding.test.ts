import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, createAsk, createMust, expectRefusal, type Must, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Sections 2.11 and 4.3: businesses, locations, accounts, plans and merchant category codes. */
let service: RunningService
let ask: Ask
let must: Must
let partnerKey: string
let otherPartnerKey: string
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  must = createMust(ask)
  partnerKey = await service.makeKey('partner', { partner_id: 'ptn_one' })
  otherPartnerKey = await service.makeKey('partner', { partner_id: 'ptn_two' })
})
afterAll(() => service.stop())

const businessOf = (key: string, name = 'Corner Café') => must('businesses.create', { key, body: { name } })
const locationOf = (key: string, business_id: string, name: string) =>
  must('locations.create', { key, body: { business_id, name } })
const account = () => ({ path: `/accounts/${service.accountId}` })
const update = (body: object, changes: Request = {}) =>
  ask('accounts.update', {
    ...account(),
    ...changes,
    body: { name: 'Training Store', company: {}, address: {}, ...body },
  })

describe('a business', () => {
  test('a business has every field of section 2.11, and belongs to its partner', async () => {
    const body = {
      name: 'Corner Café',
      contact_email: 'ana@example.com',
      contact_phone_number: '+12175550100',
      contact_phone_extension: '12',
      contact_first_name: 'Ana',
      contact_last_name: 'Torres',
    }
    const made = await must('businesses.create', { key: partnerKey, body })
    expect(made).toMatchObject({ ...body, entity: 'business', partner_id: 'ptn_one' })
    const path = `/businesses/${made.id}`
    expect(await must('businesses.get', { key: partnerKey, path })).toEqual(made)
    expect(await must('businesses.get', { path })).toEqual(made)
    expectRefusal(await ask('businesses.get', { key: otherPartnerKey, path }), 'resource_missing')
  })

  test.each([
    ['contact_first_name', 'A'],
    ['contact_first_name', 'A'.repeat(51)],
    ['contact_last_name', 'T'],
    ['contact_email', 'ana at example.com'],
  ])('a business with a %s of "%s" is refused', async (field, value) => {
    const answer = await ask('businesses.create', { body: { name: 'Corner Café', [field]: value } })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe(field)
  })

  test('a business is created once with one idempotency key', async () => {
    const request = { body: { name: 'Twice' }, headers: { 'x-idempotency-key': 'business-0001' } }
    const first = await must('businesses.create', request)
    expect(await must('businesses.create', request)).toEqual(first)
  })
})

describe('locations', () => {
  test('locations are found by name and business, page by page, within the key’s reach', async () => {
    const [mine, theirs] = [await businessOf(partnerKey), await businessOf(otherPartnerKey)]
    const made: { readonly id: string }[] = []
    for (const name of ['North', 'South', 'North']) made.push(await locationOf(partnerKey, mine.id, name))
    await locationOf(otherPartnerKey, theirs.id, 'North')
    const list = (query: string, changes: Request = {}) =>
      must('locations.list', { key: partnerKey, query, ...changes })
    const ids = async (query: string, changes: Request = {}) =>
      (await list(query, changes)).data.map(({ id }) => id)
    const newestFirst = made.map(({ id }) => id).reverse()
    expect(await ids(`?business_id=${mine.id}`)).toEqual(newestFirst)
    expect(await ids('', { headers: { 'x-business-id': mine.id } })).toEqual(newestFirst)
    expect(await ids('?name=NORT')).toEqual([newestFirst[0], newestFirst[2]])
    expect(await ids('?name=O')).toEqual(newestFirst)
    expect(await ids(`?business_id=${theirs.id}`)).toEqual([])
    expect(await ids('?name=North', { key: otherPartnerKey })).toHaveLength(1)
    const page = await list('?limit=2')
    expect(page.meta).toEqual({ has_more: true, limit: 2, next_cursor: newestFirst[1] })
    expect(await ids(`?limit=2&starting_after=${newestFirst[1]}`)).toEqual([newestFirst[2]])
  })

  test('a location can be renamed by keys that reach its business, but not moved', async () => {
    const business = await businessOf(partnerKey)
    const location = await locationOf(partnerKey, business.id, 'Main Street')
    const path = `/locations/${location.id}`
    const renamed = await must('locations.update', { key: partnerKey, path, body: { name: 'Elm Street' } })
    expect(renamed).toMatchObject({ id: location.id, name: 'Elm Street', business_id: business.id })
    expectRefusal(await ask('locations.update', { key: otherPartnerKey, path }), 'resource_missing')
    const moved = await ask('locations.update', { path, body: { name: 'X', business_id: business.id } })
    expectRefusal(moved, 'parameter_unknown')
  })
})

describe('an account', () => {
  test("the accounts in a key's reach are listed, newest first, page by page, and no others", async () => {
    const list = (query: string, changes: Request = {}) => must('accounts.list', { query, ...changes })
    const ids = async (query: string, changes: Request = {}) =>
      (await list(query, changes)).data.map(({ id }) => id)
    const own = await must('accounts.get', account())
    expect((await list('?limit=50')).data).toContainEqual(own)
    const key = await service.makeKey('account', { account_id: own.id })
    expect(await ids('', { key })).toEqual([own.id])
    expect(await ids(`?name=${own.name.slice(1, 5).toUpperCase()}`, { key })).toEqual([own.id])
    expect(await ids('?name=nobody', { key })).toEqual([])
    const readOnly = await service.makeKey('read_only')
    expect(await ids('?limit=50', { key: readOnly })).toContain(own.id)
    const stranger = await service.makeTenant()
    expect(await ids('?limit=50', { key: stranger.privateKey })).toEqual([stranger.accountId])
    expect(await ids('?limit=50')).not.toContain(stranger.accountId)
    const strange = await ask('accounts.list', { query: '?starting_after=acct_nobody' })
    expect(expectRefusal(strange, 'parameter_invalid').message).toBe(
      'The cursor acct_nobody is not in this list. Send next_cursor of a page of the same list, or start again without a cursor.',
    )
  })

  test('an account shows whether it is boarded and gets payouts, and only four digits of its ein', async () => {
    const company = {
      ownership_type: 'LIMITED_LIABILITY_COMPANY',
      category: 'RETAIL',
      ein: '12-3456789',
      legal_name: 'Training Store LLC',
      dba_name: 'The Store',
      timezone: 'America/Chicago',
      phone_number: '+12175550100',
      mcc: '5812',
    }
    const address = {
      ...{ address_line1: '1 Elm St', address_line2: 'Suite 5' },
      ...{ city: 'Springfield', state: 'IL', zip_code: '62701' },
    }
    const answer = await update({ company, address, recruited_by: 'Ben' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const read = await must('accounts.get', account())
    expect(answer.body).toEqual(read)
    expect(read).toMatchObject({
      status: 'boarded',
      payouts_enabled: true,
      recruited_by: 'Ben',
      company: { ...company, ein: '*****6789' },
      address,
    })
    const row = await service.services.store.find('account', service.accountId)
    expect(JSON.stringify(row)).not.toMatch(/123456789|12-3456789/)
    const merchant = (await service.services.accounts.account(service.accountId))?.document.merchant
    expect(merchant).toMatchObject({
      dba: 'The Store',
      address1: '1 Elm St, Suite 5',
      address2: 'Springfield, IL 62701',
    })
  })

  test('an account keeps its ein when the mask is sent back, and refuses any other mask', async () => {
    await update({ company: { ein: '98-7654321' } })
    const sealed = async () =>
      (await service.services.store.find<{ sealed: unknown }>('account', service.accountId))?.document.sealed
    const before = await sealed()
    expect((await update({ company: { ein: '*****4321' } })).status).toBe(200)
    expect(await sealed()).toEqual(before)
    const other = expectRefusal(await update({ company: { ein: '*****1111' } }), 'parameter_invalid')
    expect(other.param).toBe('company.ein')
  })

  test.each([
    ['company.ein', { company: { ein: '98-765432' } }],
    ['company.mcc', { company: { mcc: '0001' } }],
    ['company.timezone', { company: { timezone: 'America/Nowhere' } }],
    ['company.ownership_type', { company: { ownership_type: 'LLC' } }],
    ['company.business_start_date', { company: { business_start_date: '2020-02-30' } }],
  ])(
    'an account with an invalid %s is refused, and the value of an ein is not quoted',
    async (param, body) => {
      const answer = await update(body)
      expect(expectRefusal(answer, 'parameter_invalid').param).toBe(param)
      expect(JSON.stringify(answer.body)).not.toContain('98-765432')
    },
  )

  test('an account accepts only a location of its own business', async () => {
    const { business_id } = await must('accounts.get', account())
    const own = await locationOf(service.privateKey, business_id, 'Main Street')
    expect(await (await update({ location_id: own.id })).body).toMatchObject({ location_id: own.id })
    expect(await (await update({ location_id: '' })).body).toMatchObject({ location_id: null })
    const foreign = await locationOf(service.privateKey, (await businessOf(partnerKey)).id, 'Elsewhere')
    const refused = expectRefusal(await update({ location_id: foreign.id }), 'resource_missing')
    expect(refused.param).toBe('location_id')
  })

  test('an account that is not boarded cannot charge, but can refund earlier charges', async () => {
    const path = `/sandbox/accounts/${service.accountId}/advance`
    const advance = (to: string) => ask('sandbox.accounts.advance', { path, body: { to } })
    const intent = await must('payment_intents.create')
    const spare = await must('payment_intents.create')
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
    const token = ({ client_secret }: { client_secret?: string | null | undefined }) =>
      must('tokens.create', {
        key: service.publicKey,
        body: { client_secret, payment_method_type: 'card', card },
      })
    const pay = async (to: typeof intent) =>
      ask('payments.create', {
        path: `/payment_intents/${to.id}/payments`,
        body: { payment_method_id: (await token(to)).id },
      })
    const paid = (await pay(intent)).body as typeof intent
    await ask('sandbox.virtual_terminals.create', { body: { hsn: 'VT-SUSPENDED' } })
    try {
      expect((await advance('suspended')).body).toMatchObject({ status: 'suspended', payouts_enabled: false })
      const refused = [
        await ask('payment_intents.create'),
        await ask('checkout_sessions.create'),
        await pay(spare),
      ]
      for (const answer of refused) {
        expect(expectRefusal(answer, 'account_not_boarded').message).toContain('is suspended')
      }
      const connected = await ask('terminals.connect', { body: { hsn: 'VT-SUSPENDED' } })
      const { session_key } = connected.body as { session_key: string }
      const sold = await ask('terminals.auth_card', {
        body: { hsn: 'VT-SUSPENDED', payment_intent_id: spare.id },
        headers: { 'x-session-key': session_key },
      })
      expectRefusal(sold, 'account_not_boarded')
      const refunds = `/payments/${paid.latest_payment?.id}/refunds`
      expect((await ask('refunds.create', { path: refunds, body: { amount: 100 } })).status).toBe(200)
    } finally {
      await advance('boarded')
      const events = await ask('events.list', { query: '?limit=50' })
      const types = (events.body as { data: { type: string }[] }).data.map(({ type }) => type)
      expect(types.filter((type) => type.startsWith('v2.account.'))).toEqual(
        expect.arrayContaining(['v2.account.payouts_enabled', 'v2.account.gateway_updated']),
      )
    }
    expect((await pay(spare)).status).toBe(200)
  })

  test('an account that is closed stays closed', async () => {
    const { accountId, privateKey: key } = await service.makeTenant()
    const advance = (to: string) =>
      ask('sandbox.accounts.advance', { key, path: `/sandbox/accounts/${accountId}/advance`, body: { to } })
    expect((await advance('closed')).status).toBe(200)
    expectRefusal(await advance('boarded'), 'state_conflict')
  })
})

describe('plans and categories', () => {
  test('plans are found by a part of their name, and fetched', async () => {
    const { data } = await must('processing_plans.list', { query: '?name=rain' })
    expect(data).toMatchObject([{ entity: 'processing_plan', name: 'Training', card_fee_bps: 290 }])
    const path = `/processing_plans/${data[0]?.id}`
    expect(await must('processing_plans.get', { path })).toEqual(data[0])
    expect((await must('processing_plans.list', { query: '?name=nothing' })).data).toEqual([])
  })

  test('a plan is created by the tenant only, and boards only accounts of the partner that it is for', async () => {
    const terms = { name: 'Small shops', auth_fee: 12, card_fee_bps: 275, ach_bps_fee_max: 400 }
    const body = { ...terms, partner_id: 'ptn_one' }
    expectRefusal(await ask('processing_plans.create', { key: partnerKey, body }), 'tenant_admin_required')
    const plan = await must('processing_plans.create', { body })
    expect(plan).toMatchObject({ ...body, ach_fee_bps: 0, chargeback_fee: 0 })
    const query = '?name=SMALL'
    expect((await must('processing_plans.list', { key: partnerKey, query })).data).toEqual([plan])
    expect((await must('processing_plans.list', { key: otherPartnerKey, query })).data).toEqual([])
    for (const [key, status] of [
      [partnerKey, 200],
      [otherPartnerKey, 404],
    ] as const) {
      const { id: business_id } = await businessOf(key)
      const draft = { business_id, processing_plan_id: plan.id }
      expect((await ask('applications.create', { key, body: draft })).status).toBe(status)
    }
    for (const wrong of [{ partner_id: 'one' }, { name: '' }, { card_fee_bps: 10_001 }]) {
      const refused = await ask('processing_plans.create', { body: { ...body, ...wrong } })
      expect(expectRefusal(refused, 'parameter_invalid').param).toBe(Object.keys(wrong)[0])
    }
  })

  test('categories are listed by code, page by page, forwards and backwards', async () => {
    const first = await must('mccs.list', { query: '?limit=50' })
    expect(first.data.map(({ mcc }) => mcc)).toEqual(first.data.map(({ mcc }) => mcc).sort())
    const cursor = first.meta.next_cursor ?? ''
    const second = await must('mccs.list', { query: `?limit=50&starting_after=${cursor}` })
    const back = await must('mccs.list', { query: `?limit=50&ending_before=${second.data[0]?.id}` })
    expect(back.data).toEqual(first.data)
    expect((await must('mccs.list', { query: '?mcc=5812' })).data).toEqual([
      { id: '5812', entity: 'mcc', mcc: '5812', description: 'Eating Places, Restaurants' },
    ])
    const found = await must('mccs.list', { query: '?description=RESTAURANT&limit=50' })
    expect(found.data.map(({ mcc }) => mcc)).toContain('5814')
    expectRefusal(await ask('mccs.list', { query: '?starting_after=9' }), 'parameter_invalid')
  })
})
