import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** Section 2.3: the result of a check; null when nothing was checked. */
type Check = 'pass' | 'fail' | null

interface AddressChecks {
  readonly line1: Check
  readonly postal: Check
}

const both: AddressChecks = { line1: 'pass', postal: 'pass' }
const none: AddressChecks = { line1: null, postal: null }

/** The AVS codes of the card networks: the results for street and postal code. */
const addressMatches: Readonly<Record<string, AddressChecks>> = {
  A: { line1: 'pass', postal: 'fail' },
  B: { line1: 'pass', postal: null },
  C: none,
  D: both,
  E: none,
  F: both,
  G: none,
  I: none,
  M: both,
  N: { line1: 'fail', postal: 'fail' },
  P: { line1: null, postal: 'pass' },
  R: none,
  S: none,
  U: none,
  W: { line1: 'fail', postal: 'pass' },
  X: both,
  Y: both,
  Z: { line1: 'fail', postal: 'pass' },
}

/** @param street the payer's street, if it was sent to the issuer: without one there is no result for it. */
export function addressChecks(
  avs: string | null,
  street: string | undefined,
): Pick<Payment, 'address_line1_check' | 'address_postal_code_check'> {
  const found = avs === null ? undefined : addressMatches[avs]
  const line1 = street === undefined || street === '' ? null : (found?.line1 ?? null)
  return { address_line1_check: line1, address_postal_code_check: found?.postal ?? null }
}

export function cvvCheck(cvv: string | null): Check {
  if (cvv === 'M') return 'pass'
  return cvv === 'N' ? 'fail' : null
}
