import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import { countIn } from '../../../src-shared/pos/bill/numbering.ts'

/** A payment at the service that carries a receipt's number. */
export interface NumberedPayment {
  readonly number: string
  /** The reference that the payment's creator gave it; null for none. */
  readonly reference: string | null
  readonly isCaptured: boolean
  /** Whether it was made since this run's last look. */
  readonly isNew: boolean
}

/**
 * Whether numbers of this counter's series are also given elsewhere: by the same counter before its folder was rolled
 * back to an earlier day, or by another computer with a copy of the folder. This counter itself gives the next number
 * again if its bill was not paid, so a payment with the next number proves it only if it was captured.
 *
 * @param isOwn whether the payment with this reference was made by this run, or is in its journal
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
 * Whether this counter's other books contain a number that its journal has not given: the journal is older than the
 * books, for example because only a part of the folder was rolled back.
 *
 * @param open numbers of the bills that have not left the counter: cash of the next one may be booked already
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
