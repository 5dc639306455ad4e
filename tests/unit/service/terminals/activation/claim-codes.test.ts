import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openClaimCodes, readMakers } from '../../../../../src-service/terminals/activation/claim-codes.ts'
import {
  claimCodeOf,
  printedClaimCode,
  virtualClaimCode,
} from '../../../../../src-shared/terminal/claim-code.ts'
import { temporaryFolder } from '../../../../support/temporary-folder.ts'

const key = 'ab'.repeat(32)
const otherKey = 'cd'.repeat(32)

describe('claim codes', () => {
  test("a code is twelve digits derived from the serial number and the maker's key", () => {
    expect(claimCodeOf(key, 'P4-1')).toMatch(/^\d{12}$/)
    expect(claimCodeOf(key, 'P4-1')).toBe(claimCodeOf(key, 'P4-1'))
    expect(claimCodeOf(key, 'P4-1')).not.toBe(claimCodeOf(key, 'P4-2'))
    expect(claimCodeOf(key, 'P4-1')).not.toBe(claimCodeOf(otherKey, 'P4-1'))
  })

  test('a code is printed in groups of four', () => {
    expect(printedClaimCode('123456789012')).toBe('1234 5678 9012')
  })

  test("a maker's key applies to serial numbers with that maker's prefix", async () => {
    const file = join(await temporaryFolder('claims-'), 'claim-keys')
    writeFileSync(file, `# two makers\nP4- ${key}\n\nQ9- ${otherKey}\n`)
    const claims = openClaimCodes(file, false)
    expect(claims.isRight('P4-1', claimCodeOf(key, 'P4-1'))).toBe(true)
    expect(claims.isRight('P4-1', claimCodeOf(otherKey, 'P4-1'))).toBe(false)
    expect(claims.isRight('Q9-1', claimCodeOf(otherKey, 'Q9-1'))).toBe(true)
    expect(claims.isRight('Z1-1', claimCodeOf(key, 'Z1-1'))).toBe(false)
  })

  test('the codes of virtual terminals are valid only in a sandbox', () => {
    expect(openClaimCodes(null, true).isRight('VT-1', virtualClaimCode('VT-1'))).toBe(true)
    expect(openClaimCodes(null, false).isRight('VT-1', virtualClaimCode('VT-1'))).toBe(false)
  })

  test.each([
    ['a key that is too short', 'P4- abcd'],
    ['no key', 'P4-'],
    ['a third word', `P4- ${key} more`],
  ])('a file with %s is refused, and the error does not repeat its keys', (_, line) => {
    expect(() => readMakers(line)).toThrow(/^maker 1 of the claim keys must be a prefix/)
    expect(() => readMakers(line)).not.toThrow(/abcd|abab/)
  })
})
