import { describe, expect, test } from 'vitest'
import { addressProblems } from '../../../src-shared/boarding/postal-address.ts'

describe('an address', () => {
  const former = { country: 'US', state: 'Illinois', zip_code: '6270' }
  const wrong = (address: object, before?: object) =>
    addressProblems(address, 'address', before).map(({ param }) => param)

  test('an address that a former version took is not refused while it stays as it is', () => {
    expect(wrong(former, { ...former, city: 'Chicago' })).toEqual([])
  })

  test('it is looked at once a part of it changes, and where there was none before', () => {
    expect(wrong({ ...former, zip_code: '62701' }, former)).toEqual(['address.state'])
    expect(wrong(former)).toEqual(['address.state', 'address.zip_code'])
    expect(wrong({ ...former, country: 'CA', state: 'ON' }, former)).toEqual(['address.zip_code'])
  })

  test('a country is known however it is written: its rules hold for us as for US', () => {
    expect(wrong({ country: 'us', state: 'Illinois', zip_code: 'ABC' })).toEqual([
      'address.state',
      'address.zip_code',
    ])
    expect(wrong({ country: 'us', state: 'IL', zip_code: '62701' })).toEqual([])
    expect(wrong({ country: 'ca', state: 'ON', zip_code: '62701' })).toEqual(['address.zip_code'])
  })
})
