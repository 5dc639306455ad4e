import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import { countIn } from '../../../src-shared/pos/bill/numbering.ts'

/** A payment at the service that carries a receipt's number. */
export interface NumberedPayment {
  readonly number: string
  /** By which whoever made it names it; null where nobody did. */
  readonly reference: string | null
  readonly isCaptured: boolean
  /** It was made while this run was already looking. */
  readonly isNew: boolean
}

/**
 * Whether somebody else gives numbers of this counter's series: the same counter, before its folder was put back to an
 * earlier day, or another computer with a copy of it. A number that was the next bill's, and whose bill nobody paid, is
 * given again by this counter as well; so that one proves something only where it was paid.
 *
 * @param isOwn whether a payment of this reference was made by this run, or is in its journal
 */
export function isGivenElsewhere(
  { series, next }: Pick<Numbering, 'series' | 'next'>,
  payments: readonly NumberedPayment[],
  isOwn: (reference: string) => boolean,
): boolean {
  return payments.some(({ number, reference, isCaptured, isNew }) => {
    const count = countIn(series, number)
    if (count === null || (reference !== null && isOwn(reference))) return false
    return isNew || count > next || (count === next && isCaptured)
  })
}

/**
 * Whether this counter's other books have a number that its journal has not given: it is older than they are, as when
 * only a part of the folder was put back.
 *
 * @param open the numbers of bills that have not left the counter: the next one may be booked in the drawer already
 */
export const isInBooks = (
  { series, next }: Pick<Numbering, 'series' | 'next'>,
  booked: readonly string[],
  open: readonly string[],
): boolean =>
  booked.some((number) => {
    const count = countIn(series, number)
    return count !== null && count >= next && !open.includes(number)
  })
