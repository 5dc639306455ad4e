import { describe, expect, test } from 'vitest'
import {
  accountIn,
  businessIn,
  everything,
  isOneAccount,
  scopeOf,
  withFound,
} from '../../../../src-web/portal/scope.ts'

const account = (id: string) => ({ id, name: id, status: 'boarded' as const, timezone: 'UTC' })
const reach = {
  businesses: [
    { id: 'bus_a', name: 'A', accounts: [account('acct_1'), account('acct_2')] },
    { id: 'bus_b', name: 'B', accounts: [account('acct_3')] },
    { id: 'bus_c', name: 'C', accounts: [] },
  ],
}

describe('the scope of the pages', () => {
  test('the scope of the pages is an account, a business, or everything for an unknown id', () => {
    expect(scopeOf(reach, 'acct_3')).toEqual({ accountId: 'acct_3', businessId: null })
    expect(scopeOf(reach, 'bus_a')).toEqual({ accountId: null, businessId: 'bus_a' })
    for (const chosen of ['', 'acct_of_somebody_else']) expect(scopeOf(reach, chosen)).toEqual(everything)
  })

  test('the scope of the pages contains a first account, if there is one', () => {
    const idIn = (chosen: string) => accountIn(reach, scopeOf(reach, chosen))?.id ?? null
    expect(['', 'bus_b', 'acct_2', 'bus_c'].map(idIn)).toEqual(['acct_1', 'acct_3', 'acct_2', null])
  })

  test('the scope of the pages determines the business of a new object, or leaves it to be chosen', () => {
    const idIn = (chosen: string) => businessIn(reach, scopeOf(reach, chosen))
    expect(['', 'bus_b', 'acct_2'].map(idIn)).toEqual([null, 'bus_b', 'bus_a'])
    expect(businessIn({ businesses: reach.businesses.slice(0, 1) }, everything)).toBe('bus_a')
  })

  test('the scope of the pages is not offered when there is only one account', () => {
    expect(isOneAccount(reach)).toBe(false)
    expect(isOneAccount({ businesses: reach.businesses.slice(0, 1) })).toBe(false)
    expect(isOneAccount({ businesses: reach.businesses.slice(1, 2) })).toBe(true)
  })

  test('the scope of the pages may be a business that was found by a search, and each is listed once', () => {
    const found = { id: 'bus_z', name: 'Z', accounts: [account('acct_9')] }
    const both = withFound(reach, [found, ...reach.businesses])
    expect(both.businesses.map(({ id }) => id)).toEqual(['bus_a', 'bus_b', 'bus_c', 'bus_z'])
    expect(scopeOf(both, 'acct_9')).toEqual({ accountId: 'acct_9', businessId: null })
    expect(withFound(reach, reach.businesses)).toBe(reach)
  })
})
