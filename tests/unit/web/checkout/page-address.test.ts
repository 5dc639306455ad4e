import { expect, test } from 'vitest'
import { readPageAddress } from '../../../../src-web/checkout/page-address.ts'

test("a link contains the id, and the secret in the service's form", () => {
  expect(readPageAddress({ pathname: '/checkout/cs_01ABC', hash: '#s3cr-et_X' })).toEqual({
    id: 'cs_01ABC',
    clientSecret: 'cs_01ABC_secret_s3cr-et_X',
  })
  expect(readPageAddress({ pathname: '/pay/checkout/pmi_01ABC', hash: '#abc' })?.id).toBe('pmi_01ABC')
})

test.each([
  ['/checkout/cs_01ABC', ''],
  ['/checkout/cs_01ABC', '#'],
  ['/checkout/cs_01ABC', '#a b'],
  ['/checkout/pay_01ABC', '#abc'],
  ['/checkout/cs_01ABC/', '#abc'],
  ['/checkout/cs_01ABC/other', '#abc'],
])('%s%s is not a link', (pathname, hash) => {
  expect(readPageAddress({ pathname, hash })).toBeNull()
})
