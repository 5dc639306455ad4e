import { expect, test } from 'vitest'
import { readEnvironment } from '../../../../src-main/process/environment.ts'

const outside = {
  COUNTERTOP_SERVICE_URL: 'http://127.0.0.1:9/',
  COUNTERTOP_API_KEY: 'sk_1',
  COUNTERTOP_ACCOUNT_ID: 'acct_1',
  COUNTERTOP_MERCHANT_ID: '8',
}

test('an empty environment means training, with the virtual terminal in a window', () => {
  expect(readEnvironment({})).toEqual({
    userData: null,
    outside: null,
    hsn: null,
    currency: null,
    managedProfile: expect.stringMatching(/[Cc]ountertop.profile\.json$/),
    serialPorts: [],
    virtualTerminalWindow: true,
  })
})

test('an outside service is used with all of its variables', () => {
  expect(readEnvironment(outside).outside).toEqual({
    url: 'http://127.0.0.1:9',
    apiKey: 'sk_1',
    accountId: 'acct_1',
    merchantId: '8',
  })
})

test('an outside service with missing variables is refused, and not replaced by training', () => {
  for (const name of Object.keys(outside).slice(1)) {
    expect(() => readEnvironment({ ...outside, [name]: ' ' })).toThrow('COUNTERTOP_SERVICE_URL')
  }
})

test('serial ports are separated by commas', () => {
  expect(readEnvironment({ COUNTERTOP_SERIAL_PORTS: ' /dev/ttyUSB0, COM3,' }).serialPorts).toEqual([
    '/dev/ttyUSB0',
    'COM3',
  ])
})

test('training needs a known currency, or the app does not start', () => {
  expect(readEnvironment({ COUNTERTOP_CURRENCY: 'CAD' }).currency).toBe('CAD')
  expect(() => readEnvironment({ COUNTERTOP_CURRENCY: 'cad' })).toThrow(
    'COUNTERTOP_CURRENCY must be one of USD, CAD',
  )
})
