import { holdsMoney } from '../../../../src-shared/pos/bill/balance.ts'
import type { Bill, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { CashEntry } from '../../../../src-shared/pos/cash/cash-entry.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import type { BankWithTerminal } from './bank-with-terminal.ts'
import type { GiftCardLedger } from './gift-card-ledger.ts'
import type { RandomManager } from './random-manager.ts'
import type { ReturnedGoods } from './returned-goods.ts'

interface Books {
  /** Bills by number. */
  readonly book: ReadonlyMap<string, Bill>
  readonly drawer: ReadonlyMap<string, CashEntry>
  readonly bank: BankWithTerminal
  readonly giftCards: GiftCardLedger
  readonly goods: ReturnedGoods
  /** Numbers of the part-paid bills that a manager took over. */
  readonly left: ReadonlySet<string>
  readonly manager: RandomManager
  readonly violations: string[]
}

/**
 * Compares drawer, cards and gift cards with the book of sales: each bill is paid to the cent, or no money of it was
 * kept.
 */
export function checkBooks({ book, drawer, bank, giftCards, goods, left, manager, violations }: Books): void {
  for (const bill of book.values()) {
    if (holdsMoney(bill) && !left.has(bill.number))
      violations.push(`${bill.number} was left with money in it`)
  }
  const tenders = [...book.values()].flatMap((bill) => bill.tenders)
  const owed = sumOf(tenders, moneyOf) - goods.givenBack()
  // If the finding was lost in a restart, the outcome was found by a look-up after all.
  const isInBook = (saleId: string) => tenders.some((one) => one.kind === 'card' && one.sale.id === saleId)
  const counted = bank.charges.filter(
    ({ sale_id }) => !manager.statedAsCharged.has(sale_id) || isInBook(sale_id),
  )
  const cards = sumOf(counted, ({ status, amount }) => (status === 'captured' ? amount : 0))
  const cash = sumOf([...drawer.values()], drawerCents)
  const gifts = giftCards.taken()
  if (cards + cash + gifts !== owed)
    violations.push(
      `cards ${cards}, drawer ${cash} and gift cards ${gifts} are not the ${owed} that was owed`,
    )
  for (const { id, status } of counted) if (status === 'held') violations.push(`${id} is held at the end`)
  goods.check(violations)
}

/** Checks that no state shows money as moved, or as not moved, when that is false. */
export function checkShown(state: SaleState, bank: BankWithTerminal, violations: string[]): void {
  // Money held for a tab has not moved.
  if (state.kind === 'ready' || state.sale.tab !== null) return
  const { id } = state.sale
  const isCharged = bank.isCharged(id)
  if (state.kind === 'declined' || state.kind === 'stopped') {
    if (isCharged) violations.push(`${id} is shown as ${state.kind}, and its card has paid`)
    if (bank.mayStillCharge(id)) violations.push(`${id} is shown as ${state.kind}, and may be charged yet`)
  }
  const isProven = isCharged || bank.charges.some((one) => one.sale_id === id && one.returned !== undefined)
  if ((state.kind === 'approved' || state.kind === 'signing') && !isProven)
    violations.push(`${id} is shown as ${state.kind}, and its card has not paid`)
}

/** The money that a tender brought; an exchange brought none, since it was paid before. */
function moneyOf(one: Tender): number {
  if (one.status !== 'paid' || one.kind === 'exchange') return 0
  if (one.kind === 'card') return one.amount + one.tip + one.surcharge
  return one.kind === 'cash' ? one.amount + one.rounding : one.amount
}

function drawerCents(entry: CashEntry): number {
  if (entry.kind === 'sale') return entry.amount
  return entry.kind === 'returned' || entry.kind === 'refund' ? -entry.amount : 0
}

const sumOf = <Value>(values: readonly Value[], cents: (value: Value) => number): number =>
  values.reduce((sum, value) => sum + cents(value), 0)
