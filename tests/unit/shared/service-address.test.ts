import { describe, expect, test } from 'vitest'
import { readEnvironment } from '../../../src-main/process/environment.ts'
import { addressProblem } from '../../../src-shared/service-address.ts'
import { readArguments } from '../../../src-terminal/cli/arguments.ts'
import { readAddress } from '../../../src-terminal/screen/address.ts'

const beyond = ['http://pos.example', 'http://192.168.1.4:8080', 'http://127.0.0.1.example', 'http://0.0.0.0']
const allowed = ['https://pos.example', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:8080']

describe('the address of a service', () => {
  test.each(allowed)('the address of a service may be %s', (address) => {
    expect(addressProblem(address)).toBeNull()
    expect(
      readArguments(['--service', address, '--hsn', 'A', '--activation-code', '12345678']),
    ).toMatchObject({ ok: true })
    expect(readAddress(`#service=${encodeURIComponent(address)}&hsn=A`)).not.toBeNull()
  })

  test.each(beyond)('the address of a service is refused with a clear message when it is %s', (address) => {
    expect(addressProblem(address)).toContain('https')
    expect(
      readArguments(['--service', address, '--hsn', 'A', '--activation-code', '12345678']),
    ).toMatchObject({ ok: false, error: expect.stringContaining('https') })
    expect(readAddress(`#service=${encodeURIComponent(address)}&hsn=A`)).toBeNull()
    expect(() =>
      readEnvironment({
        COUNTERTOP_SERVICE_URL: address,
        COUNTERTOP_API_KEY: 'k',
        COUNTERTOP_ACCOUNT_ID: 'a',
        COUNTERTOP_MERCHANT_ID: 'm',
      }),
    ).toThrow(/https/)
  })
})
