import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractorsModule } from '../../src-service/contractors/module.ts'
import type { Contractor } from '../../src-shared/api/schemas/contractor.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { submitContractorForm, wholeCompany } from '../support/whole-contractor.ts'
import { expectRefusal } from './support/ask.ts'
import { overtakenStore } from './support/overtaken-store.ts'
import { serviceOfFile } from './support/service-of-file.ts'

const { service, ask, must } = serviceOfFile()

const apply = (application_data?: object) =>
  must('contractors.link', {
    body: {
      ...{ parent_id: service.businessId, parent_type: 'BUSINESS' },
      ...(application_data === undefined ? {} : { application_data }),
    },
  })
const advance = (id: string, to: string) =>
  ask('sandbox.contractor_applications.advance', {
    path: `/sandbox/contractor_applications/${id}/advance`,
    body: { to },
  })
const list = async (query = '?limit=50') =>
  (await must('contractors.list', { headers: { 'x-business-id': service.businessId }, query })).data

async function hire(): Promise<Contractor> {
  const { contractor_application_id: id, link } = await apply()
  await submitContractorForm(link)
  expect((await advance(id, 'APPROVED')).status).toBe(200)
  const found = (await list()).find((one) => one.contractor_application_id === id)
  if (found === undefined) throw new Error('the contractor is not listed')
  return found
}
const setStatus = ({ id }: Contractor, body: object = {}) =>
  must('contractors.set_status', { path: `/contractors/${id}/status`, body })

const share = ({ id }: Pick<Contractor, 'id'>, amount: number) => ({ account_id: id, amount })
const create = (body: object) => ask('payment_intents.create', { body })

async function pay(intent: PaymentIntent, number = '4242424242424242'): Promise<PaymentIntent> {
  const card = { number, exp_month: '12', exp_year: '2049' }
  const body = { client_secret: intent.client_secret, payment_method_type: 'card', card }
  const { id: payment_method_id } = await must('tokens.create', { key: service.publicKey, body })
  return must('payments.create', {
    path: `/payment_intents/${intent.id}/payments`,
    body: { payment_method_id },
  })
}
const paid = async (body: { readonly amount: number; readonly [field: string]: unknown }, number?: string) =>
  pay(await must('payment_intents.create', { body }), number)
const refund = (intent: PaymentIntent, body: object) =>
  ask('refunds.create', { path: `/payments/${intent.latest_payment?.id}/refunds`, body })
async function disputed(intent: PaymentIntent, outcome: string): Promise<void> {
  const at = `/sandbox/payments/${intent.latest_payment?.id}`
  await must('sandbox.payments.dispute', { path: `${at}/dispute`, body: {} })
  await must('sandbox.payments.close_dispute', { path: `${at}/dispute/close`, body: { outcome } })
}
const settle = () => must('sandbox.settlements.close', { body: { account_id: service.accountId } })
const transactions = ({ id }: Contractor, query = '?limit=50') =>
  must('transactions.list', { headers: { 'x-contractor-id': id }, query })

describe('a contractor', () => {
  test('a contractor is created by an approved application, is active by default, and is published', async () => {
    const made = await apply({ company: { name: 'Baker & Co', email: 'Office@example.com' } })
    expect(made).toMatchObject({ contractor_status: 'UNDER_REVIEW' })
    const { contractor_application_id: id, link } = made
    expect(link).toMatch(new RegExp(`/contractor-applications/${id}#[\\w-]{43}$`))
    const { name: _, email: __, ...company } = wholeCompany.company
    await submitContractorForm(link, { ...wholeCompany, company })
    expect((await advance(id, 'APPROVED')).status).toBe(200)
    const path = `/contractors/application/${id}`
    expect(await must('contractors.get_application', { path })).toEqual({
      contractor_application_id: id,
      contractor_status: 'APPROVED',
    })
    const [contractor] = await list('?email=OFFICE%40Example.com')
    expect(contractor).toMatchObject({ name: 'Baker & Co', type: 'COMPANY', status: 'ACTIVE' })
    const { data } = await must('events.list', { accountId: null, query: '?type=v2.contractor.approved' })
    expect(data.map((event) => event.data.object)).toContainEqual(contractor)
    expectRefusal(await advance(id, 'REJECTED'), 'state_conflict')
  })

  test('a contractor is approved only after the application was submitted', async () => {
    const { contractor_application_id: id, link } = await apply({ individual: { first_name: 'Grace' } })
    const early = expectRefusal(await advance(id, 'APPROVED'), 'state_conflict')
    expect(early.message).toContain('has not submitted')
    expect((await list()).map((one) => one.contractor_application_id)).not.toContain(id)
    await submitContractorForm(link)
    const { data: waiting } = await must('sandbox.contractor_applications.list', {
      query: '?status=UNDER_REVIEW&limit=50',
    })
    expect(waiting.find((one) => one.id === id)).toMatchObject({
      name: 'Grace Okafor',
      submitted_at: expect.any(String),
    })
    expect((await advance(id, 'APPROVED')).status).toBe(200)
  })

  test('a rejected application never becomes a contractor', async () => {
    const { contractor_application_id: id } = await apply()
    await advance(id, 'REJECTED')
    expectRefusal(await advance(id, 'APPROVED'), 'state_conflict')
    expect((await list()).map((one) => one.contractor_application_id)).not.toContain(id)
    const partner = { parent_id: service.businessId, parent_type: 'PARTNER' }
    expectRefusal(await ask('contractors.link', { body: partner }), 'parameter_invalid')
  })

  test('the application of a contractor shows INACTIVE while the contractor is inactive', async () => {
    const contractor = await hire()
    const path = `/contractors/application/${contractor.contractor_application_id}`
    const statusNow = async () => (await must('contractors.get_application', { path })).contractor_status
    expect(await statusNow()).toBe('APPROVED')
    await setStatus(contractor, { status: 'INACTIVE' })
    expect(await statusNow()).toBe('INACTIVE')
    await setStatus(contractor, { status: 'ACTIVE' })
    expect(await statusNow()).toBe('APPROVED')
  })

  test('a contractor who is made inactive gets no more shares, by create, patch, capture or session', async () => {
    const contractor = await hire()
    const payment_splits = [share(contractor, 100)]
    const open = await must('payment_intents.create', { body: { amount: 1000 } })
    const held = await paid({ amount: 1000, capture: false, payment_splits })
    expect((await setStatus(contractor)).contractor_status).toBe('INACTIVE')
    const capture = (body: object) =>
      ask('payment_intents.capture', { path: `/payment_intents/${held.id}/capture`, body })
    for (const answer of [
      await create({ amount: 1000, payment_splits }),
      await ask('payment_intents.update', { path: `/payment_intents/${open.id}`, body: { payment_splits } }),
      await capture({ payment_splits }),
      await capture({}),
      await ask('checkout_sessions.create', {
        body: { payment_intent_data: { amount: 1000, payment_splits } },
      }),
    ]) {
      const { param } = expectRefusal(answer, 'state_conflict')
      expect(param).toMatch(/payment_splits\.0\.account_id$/)
    }
    expect((await capture({ payment_splits: [] })).status).toBe(200)
    expect((await setStatus(contractor)).status).toBe('ACTIVE')
    expect((await create({ amount: 1000, payment_splits })).status).toBe(200)
  })

  test('when two requests toggle a contractor at once, the second does not make it active again', async () => {
    const contractor = await hire()
    const { services } = service
    const overtaken = overtakenStore(services.store, async () =>
      expect((await setStatus(contractor)).status).toBe('INACTIVE'),
    )
    const { handlers } = contractorsModule({ ...services, store: overtaken, applicationsUrl: () => '' })
    const account = await services.accounts.account(service.accountId)
    const tenantId = account?.document.tenant_id ?? ''
    const caller = { keyId: 'key_1', tenantId, level: 'tenant_admin', accountId: null } as const
    const request = { caller, params: { id: contractor.id }, body: {}, idempotency: null }
    await handlers['contractors.set_status'](request as never)
    expect((await list()).find(({ id }) => id === contractor.id)?.status).toBe('INACTIVE')
    expect((await setStatus(contractor)).status).toBe('ACTIVE')
  })

  test('a contractor of another business, or an unknown one, gets no share', async () => {
    const stranger = await service.makeTenant()
    const business = await must('businesses.create', { body: { name: 'Elsewhere' } })
    const body = { parent_id: business.id, parent_type: 'BUSINESS' }
    const { contractor_application_id: id } = await must('contractors.link', { body })
    await advance(id, 'APPROVED')
    const headers = { 'x-business-id': business.id }
    const [other] = (await must('contractors.list', { headers })).data
    for (const account_id of [other?.id ?? '', 'ctrct_nobody']) {
      const refused = await create({ amount: 100, payment_splits: [{ account_id, amount: 1 }] })
      expect(expectRefusal(refused, 'parameter_invalid').param).toBe('payment_splits.0.account_id')
    }
    const asked = { key: stranger.privateKey, headers: { 'x-contractor-id': other?.id ?? '' } }
    expectRefusal(await ask('transactions.list', asked), 'resource_missing')
  })
})

describe('the payout ledger', () => {
  test('the payout ledger scales the shares of a partial approval to the approved amount', async () => {
    const one = await hire()
    const two = await hire()
    // Approves 5,000.00 of 6,500.00.
    const intent = await paid(
      { amount: 650_000, payment_splits: [share(one, 130_000), share(two, 65_000)] },
      '4111111111111111',
    )
    expect(intent.latest_payment?.amount_captured).toBe(500_000)
    const granted = intent.payment_splits.map(({ amount }) => amount)
    expect(granted).toEqual([100_000, 50_000])
    const { id, amount_splits } = await settle()
    expect(amount_splits).toBe(granted.reduce((sum, amount) => sum + amount, 0))
    for (const [index, contractor] of [one, two].entries()) {
      const page = await transactions(contractor, `?settlement_id=${id}`)
      expect(page.data.map(({ amount, type }) => [amount, type])).toEqual([[granted[index], 'split']])
    }
  })

  test('the payout ledger takes back what a refund names, and has no entries for a voided sale', async () => {
    const contractor = await hire()
    const kept = await paid({ amount: 1000, payment_splits: [share(contractor, 400)] })
    const voided = await paid({ amount: 2000, payment_splits: [share(contractor, 700)] })
    expect((await refund(kept, { amount: 300, refund_splits: [share(contractor, 150)] })).status).toBe(200)
    expect((await refund(voided, {})).status).toBe(200)
    const { amount_splits } = await settle()
    expect(amount_splits).toBe(250)
    const { data, sums } = await transactions(contractor)
    expect(data.map(({ type, amount }) => [type, amount]).sort()).toEqual([
      ['refund', -150],
      ['split', 400],
    ])
    expect(sums).toEqual([{ currency: 'USD', amount_split: 400, amount_taken_back: 150, amount_net: 250 }])
    const late = await refund(kept, { amount: 500, refund_splits: [share(contractor, 251)] })
    expect(expectRefusal(late, 'parameter_invalid').param).toBe('refund_splits.0.amount')
  })

  test('the payout ledger agrees with the settlements to the cent, whatever was sold, refunded and disputed', async () => {
    const contractors = [await hire(), await hire(), await hire()]
    const sale = fc.record({
      amount: fc.integer({ min: 100, max: 99_999 }),
      parts: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 3 }),
      captured: fc.integer({ min: 1, max: 100 }),
      refunded: fc.integer({ min: 0, max: 100 }),
      isSettledFirst: fc.boolean(),
      dispute: fc.constantFrom('none', 'won', 'lost'),
    })
    const [histories = []] = fc.sample(fc.array(sale, { minLength: 6, maxLength: 6 }), 1)
    let settled = 0
    for (const { amount, parts, captured, refunded, isSettledFirst, dispute } of histories) {
      const splits = parts.flatMap((percent, index) => {
        const contractor = contractors[index]
        return contractor === undefined ? [] : [share(contractor, Math.floor((amount * percent) / 100))]
      })
      const held = await paid({ amount, capture: false, payment_splits: splits })
      const part = Math.max(1, Math.floor((amount * captured) / 100))
      const sold = await must('payment_intents.capture', {
        path: `/payment_intents/${held.id}/capture`,
        body: { amount: part },
      })
      expect(sold.payment_splits.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(part)
      if (isSettledFirst) settled += (await settle()).amount_splits
      if (dispute !== 'none') await disputed(sold, dispute)
      // A lost dispute's amount can no longer be refunded, nor its shares taken back.
      if (dispute === 'lost') continue
      const back = Math.floor((part * refunded) / 100)
      if (back === 0) continue
      const refund_splits = sold.payment_splits.map(({ account_id, amount: granted }) => ({
        account_id,
        amount: Math.floor((granted * refunded) / 100),
      }))
      expect((await refund(sold, { amount: back, refund_splits })).status).toBe(200)
    }
    settled += (await settle()).amount_splits
    const ledgers = await Promise.all(contractors.map((one) => transactions(one)))
    const net = ledgers.flatMap(({ sums }) => sums).reduce((sum, one) => sum + one.amount_net, 0)
    expect(net, JSON.stringify(histories)).toBe(settled)
    for (const { sums } of ledgers) {
      for (const { amount_split, amount_taken_back, amount_net } of sums) {
        expect(amount_net).toBe(amount_split - amount_taken_back)
        expect(amount_net).toBeGreaterThanOrEqual(0)
      }
    }
  })
})
