import { expect, test } from 'vitest'
import { addressGroup } from '../../../../src-service/http/address-group.ts'

test('an IPv4 address forms its own group, even when it is written as IPv6', () => {
  expect(addressGroup('192.0.2.1')).toBe('192.0.2.1')
  expect(addressGroup('::ffff:192.0.2.1')).toBe('192.0.2.1')
})

test('the addresses of one IPv6 network form one group, in any notation', () => {
  const network = '2001:db8:0:1::/64'
  for (const address of ['2001:db8:0:1::1', '2001:0db8:0000:0001:ffff:0:0:2', '2001:DB8:0:1:1:2:3:4%eth0'])
    expect(addressGroup(address)).toBe(network)
  expect(addressGroup('2001:db8:0:2::1')).not.toBe(network)
  expect(addressGroup('::1')).toBe('0:0:0:0::/64')
})
