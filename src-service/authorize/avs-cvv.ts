import type { Payment } from '../../src-shared/api/schemas/payment.ts'

/** Section 2.3: pass and fail; null when nothing was checked. */
type Check = 'pass' | 'fail' | null

const addressMatches: Readonly<Record<string, { readonly line1: Check; readonly postal: Check }>> = {
  Y: { line1: 'pass', postal: 'pass' },
  A: { line1: 'pass', postal: 'fail' },
  Z: { line1: 'fail', postal: 'pass' },
  N: { line1: 'fail', postal: 'fail' },
}

export function addressChecks(
  avs: string | null,
): Pick<Payment, 'address_line1_check' | 'address_postal_code_check'> {
  const found = avs === null ? undefined : addressMatches[avs]
  return { address_line1_check: found?.line1 ?? null, address_postal_code_check: found?.postal ?? null }
}

export function cvvCheck(cvv: string | null): Check {
  if (cvv === 'M') return 'pass'
  return cvv === 'N' ? 'fail' : null
}
