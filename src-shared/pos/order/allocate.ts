import type { Cents } from '../../money.ts'
import { type Fraction, whole } from './fraction.ts'

/** An id and its exact part, in fractions of a cent. */
export interface Share {
  readonly id: string
  readonly exact: Fraction
}

/**
 * Splits a rounded amount into whole cents that add up to it: each share gets its part rounded down, and the other
 * cents go to the shares with the largest remainders, equal ones by id. The order of the shares does not matter.
 *
 * @param amount the rounded sum of the exact parts: between the sum of parts rounded down and the sum of parts rounded
 * up
 * @returns cents by id
 */
export function allocate(amount: Cents, shares: readonly Share[]): ReadonlyMap<string, Cents> {
  const parts = shares.map(({ id, exact }) => {
    const floor = whole(exact)
    return { id, floor, rest: { over: exact.over - floor * exact.under, under: exact.under } }
  })
  let left = amount - parts.reduce((sum, { floor }) => sum + Number(floor), 0)
  const result = new Map(parts.map(({ id, floor }) => [id, Number(floor)]))
  for (const { id, floor } of parts.sort((a, b) => byRest(a.rest, b.rest) || (a.id < b.id ? -1 : 1))) {
    if (left <= 0) break
    result.set(id, Number(floor) + 1)
    left -= 1
  }
  return result
}

/** Largest remainder first. */
function byRest(a: Fraction, b: Fraction): number {
  const difference = b.over * a.under - a.over * b.under
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
