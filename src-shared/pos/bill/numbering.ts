import type { Bill, Numbering } from './bill.ts'

/** Of every series. */
export const firstNumber = 1001

/** A bill that comes back from a parked payment, or was put aside, has taken its number before. */
export const numberTaken = (numbering: Numbering, { number }: Pick<Bill, 'number'>): Numbering => {
  const { series, next, former } = numbering
  if (number === `${series}${next}`) return { ...numbering, next: next + 1 }
  // It was at the counter when the series began.
  const isNextOfFormer = former?.last !== undefined && number === numberAfter(former.last)
  return isNextOfFormer ? { ...numbering, former: { ...former, last: number } } : numbering
}

const numberAfter = (number: string): string => `${number.slice(0, 2)}${Number(number.slice(2)) + 1}`

/** The number of the bill that left the counter last. */
export const lastTaken = ({ series, next, former }: Numbering): string =>
  next === firstNumber && former?.last !== undefined ? former.last : `${series}${next - 1}`
