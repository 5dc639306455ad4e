import type { Cents } from '../../money.ts'
import type { Bill } from '../bill/bill.ts'
import type { Return, ReturnedLine } from './return.ts'

/** What lines that come back are worth as a part of another bill. */
export const worthOf = (lines: readonly ReturnedLine[]): Cents =>
  lines.reduce((sum, { paid }) => sum + paid, 0)

/** Lines have come back, and no bill has them yet. */
export const isChoosing = ({ status, exchange }: Return): boolean =>
  status === 'open' && exchange?.bill === null

/** The exchange whose other goods are rung up now; null where there is none, or a bill has it already. */
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

/** Its bill was put aside, or is parked: it waits there for a link or an answer, and holds up no other. */
export const isExchangeAside = ({ aside, parked }: HeldElsewhere, returnId: string): boolean =>
  [...aside, ...parked.map(({ bill }) => bill)].some((held) => hasExchange(held, returnId))

/** The exchange that has to end before another one begins. */
export const exchangeInTheWay = (
  now: HeldElsewhere & { readonly returns: readonly Return[] },
): Return | null => now.returns.find((one) => isChoosing(one) && !isExchangeAside(now, one.id)) ?? null

const hasExchange = (bill: Bill | null, returnId: string): boolean =>
  (bill?.tenders ?? []).some((tender) => tender.kind === 'exchange' && tender.id === returnId)
