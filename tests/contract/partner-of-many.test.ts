import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AccountDocument, BusinessDocument } from '../../src-service/accounts/documents.ts'
import { firstRow, insertOf } from '../../src-service/store/row-writes.ts'
import type { Query } from '../../src-service/store/store.ts'
import type { OperationName, OperationReply } from '../../src-shared/api/operations.ts'
import { type Ask, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { type SignedIn, signInAs } from './support/sign-in.ts'

/** A partner with a thousand businesses, each with an account, in the portal. */
const count = 1_000
let service: RunningService
let ask: Ask
let eve: SignedIn
const ids = { bus: [] as string[], acct: [] as string[] }
const idOf = (kind: 'bus' | 'acct', at: number) => ids[kind][at] ?? ''

beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  const { store, accounts, newId } = service.services
  for (let at = 0; at < count; at += 1) {
    ids.bus.push(newId('business'))
    ids.acct.push(newId('account'))
  }
  const own = await accounts.account(service.accountId)
  if (own === null) throw new Error('the account of the service is gone')
  const partner_id = 'ptn_many'
  const { tenant_id } = own.document
  for (let from = 0; from < count; from += 250) {
    const writes = Array.from({ length: 250 }, (_, index) => {
      const at = from + index
      const business: BusinessDocument = {
        ...{ tenant_id, partner_id, name: `Shop ${at}`, contact_email: null, contact_phone_number: null },
        ...{ contact_phone_extension: null, contact_first_name: null, contact_last_name: null },
      }
      const account: AccountDocument = {
        ...own.document,
        ...{ business_id: idOf('bus', at), partner_id, name: `Till ${at}`, merchant_id: `mrch_many_${at}` },
      }
      const { created_at } = own
      return [
        insertOf('business', firstRow('', idOf('bus', at), business, created_at + at)),
        insertOf('account', firstRow(idOf('acct', at), idOf('acct', at), account, created_at + at)),
      ]
    }).flat()
    expect(await store.commit({ writes })).toMatchObject({ ok: true })
  }
  const key = await service.makeKey('partner', { partner_id })
  eve = await signInAs(service, ask, { email: 'eve@example.com' }, key)
})
afterAll(() => service.stop())

async function must<Name extends OperationName>(name: Name, request: Request = {}) {
  const answer = await ask(name, { ...eve.request, ...request })
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body as OperationReply<Name>
}
const named = async (name: string) =>
  must('user_sessions.current', { query: `?name=${encodeURIComponent(name)}` })

const isOfTenant = ({ where = [] }: Query) => where.some(({ column }) => column === 'tenant_id')

describe('a partner with a thousand businesses', () => {
  test('the partner gets the first two hundred, and finds any other by a part of its name', async () => {
    const begun = await must('user_sessions.current')
    expect([begun.businesses.length, begun.has_more]).toEqual([200, true])
    expect(await named('shop 937')).toMatchObject({
      has_more: false,
      businesses: [{ id: idOf('bus', 937), accounts: [{ id: idOf('acct', 937) }] }],
    })
    expect((await named('TILL 12')).businesses.map(({ name }) => name)).toContain('Shop 12')
    expect(await named('nobody of that name')).toMatchObject({ has_more: false, businesses: [] })
    expect(await named('shop')).toMatchObject({ has_more: true })
  })

  test('the partner can read lists of all of them, and of a single one far down the list', async () => {
    const made = await must('payment_intents.create', {
      accountId: idOf('acct', 937),
      body: { amount: 4200 },
    })
    const application = await must('applications.create', { body: { business_id: idOf('bus', 937) } })
    const isListed = (page: { readonly data: readonly { readonly id: string }[] }, id: string) =>
      page.data.some((one) => one.id === id)
    for (const headers of [{}, { 'x-business-id': idOf('bus', 937) }]) {
      const request = { headers: { ...eve.request.headers, ...headers } }
      expect(isListed(await must('payment_intents.list', request), made.id)).toBe(true)
      expect(isListed(await must('applications.list', request), application.id)).toBe(true)
      await must('settlements.list', request)
      await must('users.list', request)
      await must('events.list', request)
    }
    const elsewhere = { headers: { ...eve.request.headers, 'x-business-id': idOf('bus', 3) } }
    expect(isListed(await must('payment_intents.list', elsewhere), made.id)).toBe(false)
  })

  test('a request for one business, its objects or its keys does not read all accounts of the partner', async () => {
    const { store } = service.services
    const [business_id, accountId] = [idOf('bus', 937), idOf('acct', 937)]
    const { id } = await must('payment_intents.create', { accountId, body: { amount: 100 } })
    const key = await service.makeKey('business', { business_id })
    const ofBusiness = { headers: { ...eve.request.headers, 'x-business-id': business_id } }
    const ofKey = { key, headers: {}, accountId: null }
    const read = vi.spyOn(store, 'list')
    await must('payment_intents.list', ofBusiness)
    await must('accounts.list', ofBusiness)
    for (const request of [{}, ofKey]) {
      await must('payment_intents.list_payments', { ...request, path: `/payment_intents/${id}/payments` })
    }
    await must('payment_intents.list', ofKey)
    await must('accounts.list', ofKey)
    const whole = read.mock.calls.filter(([kind, query]) => kind === 'account' && isOfTenant(query))
    read.mockRestore()
    expect(whole).toEqual([])
  })

  test('the partner finds nothing of others by a name', async () => {
    const own = await service.services.accounts.account(service.accountId)
    expect((await named(own?.document.name ?? '')).businesses).toEqual([])
    expectRefusal(
      await ask('user_sessions.current', { ...eve.request, query: '?nome=x' }),
      'parameter_unknown',
    )
  })
})
