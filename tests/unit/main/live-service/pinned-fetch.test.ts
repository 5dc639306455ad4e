import { expect, test } from 'vitest'
import { endpointOf } from '../../../../src-main/live-service/pinned-fetch.ts'

test.each([
  ['https://pay.example.com', { host: 'pay.example.com', port: 443, isName: true }],
  // Consists only of letters that are also hexadecimal digits.
  ['https://cafe.de:8443', { host: 'cafe.de', port: 8443, isName: true }],
  ['https://192.0.2.7', { host: '192.0.2.7', port: 443, isName: false }],
  ['https://[2001:db8::cafe]', { host: '2001:db8::cafe', port: 443, isName: false }],
  ['http://localhost', { host: 'localhost', port: 80, isName: true }],
])('the certificate of the service at %s is requested with its host name if it has one', (url, endpoint) => {
  expect(endpointOf(url)).toEqual(endpoint)
})
