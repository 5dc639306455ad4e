import { expect, test } from 'vitest'
import { keyLevelsFor } from '../../../../src-web/portal/key-levels.ts'

const business = (accounts: number) => ({
  id: 'bus_1',
  name: 'Bakery',
  accounts: Array.from({ length: accounts }, (_, at) => ({
    ...{ id: `acct_${at}`, name: 'Bakery', status: 'boarded' as const, timezone: 'UTC' },
  })),
})

test('a key can be limited to what the user has: a business without an account has no key of an account', () => {
  expect(keyLevelsFor({ level: 'business', businesses: [business(1)] })).toEqual([
    'business',
    'account',
    'read_only',
    'public',
  ])
  expect(keyLevelsFor({ level: 'business', businesses: [business(0)] })).toEqual(['business'])
  expect(keyLevelsFor({ level: 'partner', businesses: [business(0), business(2)] })).toContain('account')
  expect(keyLevelsFor({ level: 'partner', businesses: [business(0)] })).toEqual(['partner', 'business'])
  expect(keyLevelsFor({ level: 'partner', businesses: [] })).toEqual(['partner'])
})
