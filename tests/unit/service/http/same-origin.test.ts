import { expect, test } from 'vitest'
import { refuseForeign } from '../../../../src-service/http/same-origin.ts'

const publicUrl = 'https://pay.example.com/counter'

test.each([
  ['the public address, whatever host a proxy forwards', 'https://pay.example.com', '10.0.0.7:8080'],
  ['the requested host, over TLS', 'https://other.example.com', 'other.example.com'],
  ['the requested host with an explicit default port', 'https://other.example.com', 'other.example.com:443'],
  ['this computer without TLS', 'http://127.0.0.1:8080', '127.0.0.1:8080'],
  ['this computer by its name', 'http://localhost:8080', 'LOCALHOST:8080'],
])('a request from %s is accepted as one of our pages', (_, origin, host) => {
  expect(refuseForeign('POST', { origin, host }, publicUrl)).toBeNull()
})

test.each([
  ['another host', 'https://evil.example', 'pay.example.com'],
  ['another host of the same site', 'https://shop.example.com', 'pay.example.com'],
  ['the public host without TLS', 'http://pay.example.com', 'pay.example.com'],
  ['another port', 'http://127.0.0.1:9', '127.0.0.1:8080'],
  ['an opaque origin', 'null', 'pay.example.com'],
  ['an origin with a path', 'https://pay.example.com/counter', 'pay.example.com'],
  ['an origin with a user name', 'https://user@pay.example.com', 'pay.example.com'],
])('a request from %s is refused', (_, origin, host) => {
  for (const method of ['GET', 'POST']) {
    expect(refuseForeign(method, { origin, host }, publicUrl)?.code).toBe('permission_denied')
  }
})

test('without a known public address, only pages of the called host are accepted', () => {
  expect(refuseForeign('DELETE', { origin: 'http://[::1]:8080', host: '[::1]:8080' }, '')).toBeNull()
  expect(refuseForeign('DELETE', { origin: 'http://[::1]:8081', host: '[::1]:8080' }, '')).not.toBeNull()
})
