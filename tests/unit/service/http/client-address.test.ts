import { describe, expect, test } from 'vitest'
import { readCommand } from '../../../../src-service/config/config.ts'
import { clientAddressBehind, readTrustedProxies } from '../../../../src-service/http/client-address.ts'

const behind = (proxies: string) => {
  const trusted = readTrustedProxies(proxies)
  if (!trusted.ok) throw new Error(trusted.error)
  return clientAddressBehind(trusted.value)
}
const addressOf = behind('10.0.0.0/8,fd00::/8,192.0.2.7')

describe('the address of a client', () => {
  test.each([
    ['is that of the connection without a proxy', '203.0.113.5', {}, '203.0.113.5'],
    [
      'is that of the connection, whatever its headers claim',
      '203.0.113.5',
      { 'x-forwarded-for': '198.51.100.1' },
      '203.0.113.5',
    ],
    [
      'is the one that a trusted proxy forwards',
      '10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1' },
      '198.51.100.1',
    ],
    [
      'is the last hop that is not a trusted proxy',
      '10.1.2.3',
      { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 192.0.2.7' },
      '198.51.100.1',
    ],
    [
      'is read from a proxy with an IPv4-mapped IPv6 address',
      '::ffff:10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1' },
      '198.51.100.1',
    ],
    ['is read without its port', '10.1.2.3', { 'x-forwarded-for': '198.51.100.1:4711' }, '198.51.100.1'],
    [
      'is read from the header of RFC 7239',
      'fd00::1',
      { forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43, For="[2001:db8:cafe::17]:4711"' },
      '2001:db8:cafe::17',
    ],
    ['is that of the proxy if nothing was forwarded', '10.1.2.3', {}, '10.1.2.3'],
    [
      'is that of the proxy if a hop is hidden',
      '10.1.2.3',
      { forwarded: 'for=198.51.100.1, for=_hidden' },
      '10.1.2.3',
    ],
    [
      'is that of the proxy if a hop is not an address',
      '10.1.2.3',
      { 'x-forwarded-for': '1.1.1.1, x' },
      '10.1.2.3',
    ],
    [
      'is that of the proxy if the two headers differ, because one comes from the client',
      '10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.9' },
      '10.1.2.3',
    ],
    [
      'is that of both headers if they agree',
      '10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1' },
      '198.51.100.1',
    ],
  ])('the address of a client %s', (_, peer, headers, expected) => {
    expect(addressOf(peer, headers)).toBe(expected)
  })

  test("without --trusted-proxy, the client's address is that of its connection", () => {
    const plain = clientAddressBehind(null)
    expect(plain('10.1.2.3', { 'x-forwarded-for': '198.51.100.1' })).toBe('10.1.2.3')
  })
})

describe('--trusted-proxy', () => {
  const commandWith = (value: string) => readCommand(['--sandbox', '--trusted-proxy', value], {})

  test.each(['10.0.0.0/8', '10.0.0.1', '10.0.0.0/8,fd00::/8'])('--trusted-proxy accepts %s', (value) => {
    expect(commandWith(value).ok).toBe(true)
  })

  test.each(['proxy', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8,', '10.0.0.0/x', ''])(
    '--trusted-proxy refuses "%s"',
    (value) => {
      expect(commandWith(value)).toMatchObject({
        ok: false,
        error: expect.stringContaining('--trusted-proxy'),
      })
    },
  )
})
