import { expect, test } from 'vitest'
import type { AccountDocument, AccountRow, BusinessRow } from '../../../../src-service/accounts/documents.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import type { Services } from '../../../../src-service/services.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { currentSession } from '../../../../src-service/users/own-session.ts'
import { must } from '../../../support/must.ts'

const tenant_id = 'tnt_1'
const bounds = { partner_id: 'ptn_1', business_id: null, account_id: null }
const caller: Caller = {
  ...{ keyId: 'usr_1', tenantId: tenant_id, level: 'partner', bounds, accountId: null },
  session: { id: 'uss_1', user_id: 'usr_1' },
}

/** A partner with so many businesses, each with an account. Counts how often an account is looked at. */
function partnerOf(count: number) {
  let looks = 0
  const accounts = Array.from({ length: count }, (_, at) => {
    const document = {
      ...{ tenant_id, partner_id: 'ptn_1', business_id: `bus_${at}`, name: `Till ${at}`, status: 'boarded' },
      merchant: { timezone: 'UTC' },
    } as AccountDocument
    const row = firstRow('', `acct_${at}`, document, 0)
    return Object.defineProperty({ ...row }, 'document', {
      get() {
        looks += 1
        return document
      },
    }) as AccountRow
  })
  const businesses = accounts.map(
    (_, at): BusinessRow =>
      firstRow('', `bus_${at}`, { tenant_id, partner_id: 'ptn_1', name: `Shop ${at}` }, 0),
  )
  const services = {
    clock: createClock(),
    training: false,
    accounts: {
      accountsOfPartner: async () => accounts,
      businessesOfPartner: async () => businesses,
    },
    store: { get: async () => firstRow(tenant_id, 'usr_1', { last_sign_in: null, expires_at: 0 }, 0) },
  } as unknown as Services
  return { services, looks: () => looks }
}

test('each business of a partner is shown with its own accounts', async () => {
  const { services } = partnerOf(12)
  const { businesses } = await must(currentSession(services, caller, 'shop 7'))
  expect(businesses).toMatchObject([{ name: 'Shop 7', accounts: [{ id: 'acct_7', name: 'Till 7' }] }])
})

// Nothing else is answered meanwhile, and sales wait.
test('a partner with ten times the businesses costs ten times the work, not a hundred times', async () => {
  const [few, many] = [partnerOf(50), partnerOf(500)]
  for (const { services } of [few, many]) await must(currentSession(services, caller, ''))
  expect(many.looks()).toBeLessThanOrEqual(few.looks() * 10)
})
