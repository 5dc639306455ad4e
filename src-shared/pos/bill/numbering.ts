import type { Bill, Numbering } from './bill.ts'

/** The first number of every series. */
export const firstNumber = 1001

/** Takes the bill's number. A bill that returns from a parked payment, or was put aside, has taken it before. */
export const numberTaken = (numbering: Numbering, { number }: Pick<Bill, 'number'>): Numbering => {
  const { series, next, former } = numbering
  if (number === `${series}${next}`) return { ...numbering, next: next + 1 }
  // It was at the counter when the series started.
  const isNextOfFormer = former?.last !== undefined && number === numberAfter(former.last)
  return isNextOfFormer ? { ...numbering, former: { ...former, last: number } } : numbering
}

const numberAfter = (number: string): string => {
  const series = seriesOf(number)
  return `${series}${Number(number.slice(series.length)) + 1}`
}

/** The two letters at the start of a receipt's number. */
export const seriesOf = (number: string): string => number.slice(0, 2)

/** Maximum for one counter: a series starts only when a folder is rolled back, copied or restored. */
const mostHad = 50

/** All series of a counter up to the given time, at which it starts another one. */
export const hadUntil = ({ series, next, had = [] }: Numbering, until: string): Numbering['had'] =>
  [...had, { series, next, until }].slice(-mostHad)

/**
 * Whether a receipt's number belongs to this counter, even if the counter lost it. Numbers of a former series that were
 * given elsewhere after this counter started another one do not.
 * @param paidAt ms since the epoch
 */
export function isOfCounter(
  { series, former, had = [] }: Numbering,
  number: string,
  paidAt: number,
): boolean {
  if (countIn(series, number) !== null) return true
  const one = had.findLast((before) => countIn(before.series, number) !== null)
  // The end of that series was not recorded.
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
