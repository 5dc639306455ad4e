import { expect, test } from 'vitest'
import { emptyPrinter, printerOf } from '../../../../src-renderer/installer/printer-entry.ts'

const addressOf = (host: string, port = '9100') =>
  printerOf({ ...emptyPrinter, name: 'Bar', host, port })?.address

test('an address with a port is split into host and port', () => {
  expect(addressOf(' 192.168.1.50:9101 ')).toEqual({ kind: 'tcp', host: '192.168.1.50', port: 9101 })
  expect(addressOf('bar.local:9100', '')).toEqual({ kind: 'tcp', host: 'bar.local', port: 9100 })
  expect(addressOf('192.168.1.50:0')).toBeUndefined()
  expect(addressOf('192.168.1.50:99999')).toBeUndefined()
})

test('an address without a port and an IPv6 address stay as they are', () => {
  expect(addressOf('192.168.1.50')).toEqual({ kind: 'tcp', host: '192.168.1.50', port: 9100 })
  expect(addressOf('fe80::1')).toEqual({ kind: 'tcp', host: 'fe80::1', port: 9100 })
})
