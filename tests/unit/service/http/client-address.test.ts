import { describe, expect, test } from 'vitest'
import { readCommand } from '../../../../src-service/config.ts'
import { clientAddressBehind, readTrustedProxies } from '../../../../src-service/http/client-address.ts'

const behind = (proxies: string) => {
  const trusted = readTrustedProxies(proxies)
  if (!trusted.ok) throw new Error(trusted.error)
  return clientAddressBehind(trusted.value)
}
const addressOf = behind('10.0.0.0/8,fd00::/8,192.0.2.7')

describe('the address of a client', () => {
  test.each([
    ['is its own without a proxy', '203.0.113.5', {}, '203.0.113.5'],
    ['is its own, whatever it claims', '203.0.113.5', { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.5'],
    ['is what a proxy forwards', '10.1.2.3', { 'x-forwarded-for': '198.51.100.1' }, '198.51.100.1'],
    [
      'is the last hop that is no proxy of ours',
      '10.1.2.3',
      { 'x-forwarded-for': '1.1.1.1, 198.51.100.1, 192.0.2.7' },
      '198.51.100.1',
    ],
    [
      'is read from a proxy that the socket names as IPv6',
      '::ffff:10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1' },
      '198.51.100.1',
    ],
    ['is read without its port', '10.1.2.3', { 'x-forwarded-for': '198.51.100.1:4711' }, '198.51.100.1'],
    [
      'is read from RFC 7239',
      'fd00::1',
      { forwarded: 'for=192.0.2.60;proto=http;by=203.0.113.43, For="[2001:db8:cafe::17]:4711"' },
      '2001:db8:cafe::17',
    ],
    ['is the proxy where nothing was forwarded', '10.1.2.3', {}, '10.1.2.3'],
    [
      'is the proxy where a hop is hidden',
      '10.1.2.3',
      { forwarded: 'for=198.51.100.1, for=_hidden' },
      '10.1.2.3',
    ],
    ['is the proxy where a hop is no address', '10.1.2.3', { 'x-forwarded-for': '1.1.1.1, x' }, '10.1.2.3'],
    [
      'is the proxy where the two headers differ, for one of them is the client’s own',
      '10.1.2.3',
      { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.9' },
      '10.1.2.3',
    ],
    [
      'is that of both headers where they agree',
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
