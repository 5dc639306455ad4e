import { expect, test } from 'vitest'
import { sameProof } from '../../../../src-shared/terminal/proofs.ts'

test('the beginning of a proof, or a proof with more behind it, is not the proof', () => {
  expect(sameProof('0123abcd', '0123abcd')).toBe(true)
  for (const other of ['', '0123', '0123abcd00', '0123abce']) {
    expect(sameProof('0123abcd', other)).toBe(false)
    expect(sameProof(other, '0123abcd')).toBe(false)
  }
})
