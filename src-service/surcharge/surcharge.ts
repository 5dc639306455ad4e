import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import type { Surcharge } from '../../src-shared/api/schemas/surcharge.ts'
import type { Cents } from '../../src-shared/money.ts'
import { regionOf } from '../../src-shared/postal-regions.ts'

/**
 * The regions where the law forbids a surcharge on credit cards. docs/decisions/0017 names the laws and the day on
 * which they were checked; change both together.
 */
const restrictedRegions: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'PR', 'QC'])

export interface SurchargeQuestion {
  readonly funding: NonNullable<PaymentMethod['card']>['funding']
  /** Null if unknown: then no law is known that forbids the surcharge. */
  readonly postalCode: string | null
  /** Cents, without the surcharge. */
  readonly amount: Cents
  /** 0 to 3, decimals allowed. */
  readonly percent: number
}

const cardTypes = { credit: 'Credit', debit: 'Debit', prepaid: 'Prepaid', unknown: 'Unknown' } as const

/** Section 4.2, surcharge calculation: only on credit cards, and only where the law allows it; else the fee is 0. */
export function surchargeOf({ funding, postalCode, amount, percent }: SurchargeQuestion): Surcharge {
  const region = postalCode === null ? null : regionOf(postalCode)
  const restricted = region !== null && restrictedRegions.has(region)
  return {
    card_type: cardTypes[funding],
    restricted: restricted ? 'Y' : 'N',
    fee_amount: funding === 'credit' && !restricted ? shareOf(amount, percent) : 0,
  }
}

/**
 * Returns `percent` per cent of an amount in whole cents, rounded half up. The result is exact: the percentage is taken
 * as the decimal in the JSON and computed in integers. 2.35 per cent of 100.00 is 235 cents, not the 234 or 236 that a
 * binary fraction might give.
 */
export function shareOf(amount: Cents, percent: number): Cents {
  const { digits, places } = decimalOf(percent)
  const whole = 100n * 10n ** BigInt(places)
  return Number((2n * BigInt(amount) * digits + whole) / (2n * whole))
}

/** Returns a non-negative number as `digits / 10^places`, from its shortest decimal form (`2.5`, `1e-7`). */
function decimalOf(value: number): { readonly digits: bigint; readonly places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places }
}
