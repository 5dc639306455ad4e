import { describe, expect, test } from 'vitest'
import { refuseCardData } from '../../../../src-service/http/card-data-gate.ts'
import { operations } from '../../../../src-shared/api/operations.ts'

/** Hexadecimal digits that contain a test card number, as a random number may. */
const digits = (length: number) => '4242424242424242'.padStart(length, 'e')

describe('the random numbers of an activation', () => {
  test('the random numbers of an activation are never taken for card numbers', () => {
    const share = digits(96)
    const proof = digits(64)
    const body = { hsn: 'VT-1', share, proof, further_proofs: [proof], device_type: 'P400' }
    expect(refuseCardData(operations['terminals.activate'], body)).toBeNull()
    expect(refuseCardData(operations['terminals.begin_activation'], { hsn: 'VT-1', share })).toBeNull()
  })

  test('the text fields of an activation are still searched for card numbers', () => {
    const body = { hsn: 'VT-1', share: digits(96), proof: digits(64), device_type: '4242424242424242' }
    expect(refuseCardData(operations['terminals.activate'], body)).toMatchObject({ param: 'device_type' })
  })
})
