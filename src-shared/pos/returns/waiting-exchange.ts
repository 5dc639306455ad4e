import type { Cents } from '../../money.ts'
import type { Bill } from '../bill/bill.ts'
import type { Return, ReturnedLine } from './return.ts'

/** The worth of returned lines as a part of another bill. */
export const worthOf = (lines: readonly ReturnedLine[]): Cents =>
  lines.reduce((sum, { paid }) => sum + paid, 0)

/** Whether goods were brought back for an exchange that no bill includes yet. */
export const isChoosing = ({ status, exchange }: Return): boolean =>
  status === 'open' && exchange?.bill === null

/** The exchange whose other goods are being rung up; null if there is none, or a bill already includes it. */
export function waitingExchange({
  returns,
  bill,
  aside,
  parked,
}: {
  readonly returns: readonly Return[]
  readonly bill: Bill | null
  readonly aside: readonly Bill[]
  readonly parked: readonly { readonly bill: Bill | null }[]
}): Return | null {
  const bills = [bill, ...aside, ...parked.map((one) => one.bill)]
  return returns.find((one) => isChoosing(one) && !bills.some((held) => hasExchange(held, one.id))) ?? null
}

interface HeldElsewhere {
  readonly aside: readonly Bill[]
  readonly parked: readonly { readonly bill: Bill | null }[]
}

/** Whether its bill was put aside or parked, where it waits for a link or an answer and blocks no other exchange. */
export const isExchangeAside = ({ aside, parked }: HeldElsewhere, returnId: string): boolean =>
  [...aside, ...parked.map(({ bill }) => bill)].some((held) => hasExchange(held, returnId))

/** The exchange that must end before another one can begin. */
export const exchangeInTheWay = (
  now: HeldElsewhere & { readonly returns: readonly Return[] },
): Return | null => now.returns.find((one) => isChoosing(one) && !isExchangeAside(now, one.id)) ?? null

const hasExchange = (bill: Bill | null, returnId: string): boolean =>
  (bill?.tenders ?? []).some((tender) => tender.kind === 'exchange' && tender.id === returnId)
