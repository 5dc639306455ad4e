import { expect } from 'vitest'
import type { AccountDocument } from '../../../src-service/accounts/documents.ts'
import { type AccessLevel, accessLevels } from '../../../src-service/caller.ts'
import type { ProcessingPlanDocument } from '../../../src-service/settlement/plans.ts'
import type { Write } from '../../../src-service/store/store.ts'
import type { OperationName, OperationReply } from '../../../src-shared/api/operations.ts'
import { submitContractorForm } from '../../support/whole-contractor.ts'
import type { Ask } from './ask.ts'
import type { RunningService } from './running-service.ts'
import { sampleBodies } from './samples.ts'

/** An account with a resource of each kind; `ids` uses the names that ids of that kind have in paths and bodies. */
export interface Neighbour {
  readonly accountId: string
  readonly businessId: string
  /** A tenant_admin key of the account's tenant. */
  readonly adminKey: string
  readonly ids: Readonly<Record<string, string>>
}

/** Accounts: our own, another one of the same tenant, one of another tenant, and one of a shared business. */
export interface Neighbours {
  readonly own: Neighbour
  readonly sibling: Neighbour
  readonly stranger: Neighbour
  /** A business in which another partner has an account too, which is not listed here. */
  readonly shared: Neighbour
  /** A key of that other partner. */
  readonly sharerKey: string
  /** A key of each level that is limited to `own`, except for tenant_admin. */
  readonly keys: { readonly [Level in AccessLevel]: string }
}

export async function makeNeighbours(service: RunningService, ask: Ask): Promise<Neighbours> {
  const { services } = service
  const training = await services.accounts.account(service.accountId)
  if (training === null) throw new Error('the training account is missing')
  const other = await service.makeTenant()
  const theirs = await services.accounts.account(other.accountId)
  if (theirs === null) throw new Error('the other tenant has no account')

  const open = async (name: string, tenant_id: string, adminKey: string): Promise<Neighbour> => {
    const [accountId, businessId, planId] = [`acct_${name}`, `bus_${name}`, `plan_${name}`]
    const document: AccountDocument = {
      ...training.document,
      ...{ tenant_id, partner_id: `ptn_${name}`, business_id: businessId, merchant_id: `82000${name}` },
    }
    const row = { account_id: '', version: 1, created_at: 1, updated_at: 1 }
    const writes: Write[] = [
      {
        op: 'insert',
        kind: 'business',
        row: { ...row, id: businessId, document: { tenant_id, name, partner_id: `ptn_${name}` } },
      },
      {
        op: 'insert',
        kind: 'processing_plan',
        row: { ...row, id: planId, document: planOf(tenant_id, name) },
      },
      { op: 'insert', kind: 'account', row: { ...row, id: accountId, document } },
    ]
    expect((await services.store.commit({ writes })).ok).toBe(true)
    const ids = {
      ...(await makeResources(ask, name, { accountId, businessId }, adminKey)),
      processing_plan_id: planId,
    }
    const mine = { account_id: accountId, business_id: businessId, merchant_id: document.merchant_id }
    return { accountId, businessId, adminKey, ids: { ...ids, ...mine } }
  }
  const bounds: { readonly [Level in AccessLevel]: object } = {
    tenant_admin: {},
    partner: { partner_id: 'ptn_own' },
    business: { business_id: 'bus_own' },
    account: { account_id: 'acct_own' },
    read_only: { account_id: 'acct_own' },
    public: { account_id: 'acct_own' },
  }
  const keys = await Promise.all(
    accessLevels.map(async (level) => [level, await service.makeKey(level, bounds[level])] as const),
  )
  const { tenant_id } = training.document
  const shared = await open('shared', tenant_id, service.privateKey)
  const sharers: AccountDocument = {
    ...training.document,
    ...{ partner_id: 'ptn_sharer', business_id: shared.businessId, merchant_id: '82000sharer' },
  }
  const row = { id: 'acct_sharer', account_id: '', version: 1, created_at: 1, updated_at: 1 }
  const writes: Write[] = [{ op: 'insert', kind: 'account', row: { ...row, document: sharers } }]
  expect((await services.store.commit({ writes })).ok).toBe(true)
  return {
    shared,
    sharerKey: await service.makeKey('partner', { partner_id: 'ptn_sharer' }),
    own: await open('own', tenant_id, service.privateKey),
    sibling: await open('sibling', tenant_id, service.privateKey),
    stranger: await open('stranger', theirs.document.tenant_id, other.privateKey),
    keys: Object.fromEntries(keys) as Neighbours['keys'],
  }
}

/** A plan for this partner only. */
const planOf = (tenant_id: string, name: string): ProcessingPlanDocument => ({
  ...{ tenant_id, partner_id: `ptn_${name}`, name },
  ...{ auth_fee: 10, card_fee_bps: 250, ach_per_transaction_fee: 25, ach_fee_bps: 50, ach_bps_fee_max: null },
  ...{ chargeback_fee: 1500, reversal_fee: 500, return_fee: 400 },
})

/** Creates real resources, with the operations that create them. */
async function makeResources(
  ask: Ask,
  name: string,
  { accountId, businessId }: { readonly accountId: string; readonly businessId: string },
  key: string,
) {
  const made = async <Name extends OperationName>(
    operation: Name,
    body: object,
    path?: string,
  ): Promise<OperationReply<Name>> => {
    const answer = await ask(operation, { key, accountId, body, ...(path === undefined ? {} : { path }) })
    expect(answer.status, `${operation}: ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body as OperationReply<Name>
  }
  const intent = await made('payment_intents.create', { amount: 5000 })
  const method = await made('tokens.create', {
    client_secret: intent.client_secret,
    payment_method_type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
  })
  const paid = await made(
    'payments.create',
    { payment_method_id: method.id },
    `/payment_intents/${intent.id}/payments`,
  )
  const payment = paid.latest_payment?.id ?? ''
  const refund = await made('refunds.create', { amount: 1000 }, `/payments/${payment}/refunds`)
  const fee = await made('fees.create', { fee_type: 'PARTNER_ADHOC', amount: 500, description: 'Paper' })
  const customer = await made('customers.create', { name: 'Ana' })
  const gift = await made('gift_cards.create', { ...sampleBodies['gift_cards.create'] })
  const collected = await made('payment_method_intents.create', {})
  const session = await made('checkout_sessions.create', { payment_intent_data: { amount: 700 } })
  const user = await made('users.create', {
    ...{ first_name: 'Ada', last_name: 'King', email: 'ada@example.com', business_id: businessId },
  })
  const applied = await made('contractors.link', { parent_id: businessId, parent_type: 'BUSINESS' })
  await submitContractorForm(applied.link)
  const advance = `/sandbox/contractor_applications/${applied.contractor_application_id}/advance`
  await made('sandbox.contractor_applications.advance', { to: 'APPROVED' }, advance)
  const contractors = await ask('contractors.list', {
    ...{ key, accountId: null },
    headers: { 'x-business-id': businessId },
  })
  const [contractor] = (contractors.body as OperationReply<'contractors.list'>).data
  const location = await made('locations.create', { business_id: businessId, name: 'Main Street' })
  const application = await made('applications.create', { business_id: businessId })
  const withFile = await made(
    'applications.upload_document',
    sampleBodies['applications.upload_document'] ?? {},
    `/applications/${application.id}/documents`,
  )
  const hsn = `VT-${name.toUpperCase()}`
  await made('sandbox.virtual_terminals.create', { hsn })
  const apiKey = await made('api_keys.create', { level: 'account', name, account_id: accountId })
  const endpoint = await made('webhook_endpoints.create', {
    url: 'http://127.0.0.1:9/',
    event_types: ['v2.terminal.released'],
    account_id: accountId,
  })
  const listed = await ask('events.list', { key, accountId })
  const [event] = (listed.body as OperationReply<'events.list'>).data
  const settlement = await made('sandbox.settlements.close', { account_id: accountId })
  return {
    payment_intent_id: intent.id,
    payment_method_id: method.id,
    payment_method_intent_id: collected.id,
    checkout_session_id: session.id,
    payment_id: payment,
    refund_id: refund.id,
    fee_id: fee.id,
    customer_id: customer.id,
    gift_card_id: gift.gift_card.id,
    api_key_id: apiKey.id,
    settlement_id: settlement.id,
    location_id: location.id,
    contractor_application_id: applied.contractor_application_id,
    contractor_id: contractor?.id ?? '',
    parent_id: businessId,
    user_id: user.id,
    webhook_endpoint_id: endpoint.id,
    event_id: event?.id ?? '',
    application_id: application.id,
    document_id: withFile.documents[0]?.id ?? '',
    hsn,
  }
}
