import { describe, expect, test } from 'vitest'
import { addressProblems } from '../../../src-shared/boarding/postal-address.ts'

describe('an address', () => {
  const former = { country: 'US', state: 'Illinois', zip_code: '6270' }
  const wrong = (address: object, before?: object) =>
    addressProblems(address, 'address', before).map(({ param }) => param)

  test('an address from an earlier version is accepted as long as it is unchanged', () => {
    expect(wrong(former, { ...former, city: 'Chicago' })).toEqual([])
  })

  test('an address is checked once a part of it changes, or when it is new', () => {
    expect(wrong({ ...former, zip_code: '62701' }, former)).toEqual(['address.state'])
    expect(wrong(former)).toEqual(['address.state', 'address.zip_code'])
    expect(wrong({ ...former, country: 'CA', state: 'ON' }, former)).toEqual(['address.zip_code'])
  })

  test('a country is recognised in any case, and its rules apply', () => {
    expect(wrong({ country: 'us', state: 'Illinois', zip_code: 'ABC' })).toEqual([
      'address.state',
      'address.zip_code',
    ])
    expect(wrong({ country: 'us', state: 'IL', zip_code: '62701' })).toEqual([])
    expect(wrong({ country: 'ca', state: 'ON', zip_code: '62701' })).toEqual(['address.zip_code'])
  })
})
