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

const numberAfter = (number: string): string => {
  const series = seriesOf(number)
  return `${series}${Number(number.slice(series.length)) + 1}`
}

/** The two letters that a receipt's number begins with. */
export const seriesOf = (number: string): string => number.slice(0, 2)

/** Of one counter: each is begun because a folder was put back, copied or restored. */
const mostHad = 50

/** All series that a counter has had, where it begins another one at that time. */
export const hadUntil = ({ series, next, had = [] }: Numbering, until: string): Numbering['had'] =>
  [...had, { series, next, until }].slice(-mostHad)

/**
 * Whether a counter has given a receipt's number, or has lost it. What somebody else gives of a former series after this
 * counter has begun another one is not its own.
 * @param paidAt ms since the epoch
 */
export function isOfCounter(
  { series, former, had = [] }: Numbering,
  number: string,
  paidAt: number,
): boolean {
  if (countIn(series, number) !== null) return true
  const one = had.findLast((before) => countIn(before.series, number) !== null)
  // Of when it ended nothing was written.
  if (one === undefined) return former !== undefined && countIn(former.series, number) !== null
  return (countIn(one.series, number) ?? one.next) < one.next || paidAt < Date.parse(one.until)
}

/** Null for a number of another series. */
export const countIn = (series: string, number: string): number | null =>
  number.startsWith(series) && /^\d+$/.test(number.slice(series.length))
    ? Number(number.slice(series.length))
    : null

/** The number of the bill that left the counter last. */
export const lastTaken = ({ series, next, former }: Numbering): string =>
  next === firstNumber && former?.last !== undefined ? former.last : `${series}${next - 1}`
