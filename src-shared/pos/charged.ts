import type { Cents } from '../money.ts'

// Apart from the schemas: a page that starts has no use for those.
/** All that the card is charged. Cents. */
export const chargedOf = ({
  amount,
  tip,
  surcharge,
}: {
  readonly amount: Cents
  readonly tip: Cents
  readonly surcharge: Cents
}): Cents => amount + tip + surcharge
