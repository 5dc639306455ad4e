import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newestFirst, readJournal } from '../../../src-main/journal/line-file.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import { cashHeld, isGivenBack, isPaid } from '../../../src-shared/pos/bill/balance.ts'
import { type Bill, billSchema } from '../../../src-shared/pos/bill/bill.ts'
import { type CashEntry, cashEntrySchema } from '../../../src-shared/pos/cash/cash-entry.ts'
import { emptyShift, expectedIn, withEntry } from '../../../src-shared/pos/cash/shift.ts'
import { type Return, returnSchema } from '../../../src-shared/pos/returns/return.ts'
import { partCents } from '../../../src-shared/pos/returns/return-sums.ts'
import { againstTheBank } from '../sales/books.ts'
import type { Elsewhere } from './give-back-elsewhere.ts'
import type { DayCounter } from './place.ts'

/** Everything that the counter has on disk at the end of the day. */
export interface CounterBooks {
  readonly bills: readonly Bill[]
  readonly returns: readonly Return[]
  readonly drawer: readonly CashEntry[]
}

async function linesOf<Value>(path: string, schema: z.ZodType<Value>): Promise<readonly Value[]> {
  const lines = [...newestFirst(await readJournal(path))].filter(({ cutOff }) => !cutOff)
  return lines.map(({ value }) => schema.parse(value))
}

const newestOf = <Value extends { readonly id: string }>(values: readonly Value[]): readonly Value[] => [
  ...new Map([...values].reverse().map((one) => [one.id, one])).values(),
]

export const returnsIn = async (path: string): Promise<readonly Return[]> =>
  newestOf((await linesOf(path, z.object({ return: returnSchema }))).map((line) => line.return))

export async function readCounterBooks({
  booksFolder,
  returnsFile,
  drawerFile,
}: DayCounter): Promise<CounterBooks> {
  const months = await readdir(booksFolder).catch(() => [])
  const bills = await Promise.all(
    months.map((month) => linesOf(join(booksFolder, month), z.object({ bill: billSchema }))),
  )
  return {
    bills: newestOf(bills.flat().map(({ bill }) => bill)),
    returns: await returnsIn(returnsFile),
    drawer: newestOf(await linesOf(drawerFile, cashEntrySchema)),
  }
}

/** @returns every disagreement between drawer, journal, service and bank, in words. */
export function dayDisagreements(
  { bills, returns, drawer }: CounterBooks,
  {
    intents,
    payments,
    bank,
  }: {
    readonly intents: readonly PaymentIntent[]
    readonly payments: readonly Payment[]
    readonly bank: ReadonlyMap<string, number>
  },
  /** Cash put into the drawer apart from sales, less cash taken out, in cents. */
  moved = 0,
  elsewhere: Elsewhere = new Map(),
): readonly string[] {
  const wrong: string[] = [...againstTheBank({ payments, bank })]
  const parts = returns.flatMap((one) => (one.status === 'cancelled' ? [] : one.parts))
  for (const { id, status, exchange } of returns) {
    const isGivenUp = status === 'cancelled' && exchange?.bill === null
    if (status !== 'done' && !isGivenUp) wrong.push(`${id} is left ${status}`)
  }
  wrong.push(...againstExchanges(bills, returns))
  for (const one of parts)
    if (one.state !== 'done') wrong.push(`a part of ${partCents(one)} is left ${one.state}`)
  const numbers = new Set(bills.map(({ number }) => number))
  if (numbers.size !== bills.length) wrong.push(`${bills.length} bills have ${numbers.size} numbers`)
  for (const bill of bills) {
    if (!isPaid(bill) && !isGivenBack(bill)) wrong.push(`${bill.number} is neither paid nor given back`)
    const inDrawer = drawer.reduce((sum, one) => sum + cashOf(one, bill.number), 0)
    if (inDrawer !== cashHeld(bill))
      wrong.push(`${bill.number}: ${inDrawer} in the drawer, not ${cashHeld(bill)}`)
  }
  const due = dueInDrawer({ bills, returns, drawer }, moved)
  const expected = expectedIn(drawer.reduce(withEntry, emptyShift))
  if (expected !== due) wrong.push(`the drawer expects ${expected}, and ${due} were taken`)

  const owed = new Map<string, number>()
  for (const tender of bills.flatMap((bill) => bill.tenders)) {
    if (tender.kind !== 'card') continue
    owed.set(
      tender.payment.payment_id,
      tender.status === 'paid' ? tender.amount + tender.tip + tender.surcharge : 0,
    )
  }
  for (const part of parts) {
    if (part.kind === 'card') owed.set(part.payment_id, (owed.get(part.payment_id) ?? 0) - partCents(part))
  }
  for (const payment of payments) {
    const kept = keptOf(payment)
    const due = owed.get(payment.id) ?? 0
    // The counter knows of it while the bill is open, and not once it has left.
    const others = elsewhere.get(payment.id) ?? []
    if (!sumsOfAny(others).includes(due - kept)) {
      const given = others.join(' and ') || 'nothing'
      wrong.push(
        `${payment.id}: ${payment.status}, ${kept} kept, and the bills say ${due}, others gave back ${given}`,
      )
    }
    owed.delete(payment.id)
  }
  for (const [id, amount] of owed) if (amount !== 0) wrong.push(`${id}: the service does not know it`)
  for (const { id, status, reference_id } of intents) {
    if (status !== 'captured' && status !== 'cancelled')
      wrong.push(`${reference_id}: ${id} is left ${status}`)
  }
  return wrong
}

/** The sums of any of the amounts, and of none. */
function sumsOfAny(amounts: readonly number[]): readonly number[] {
  const sums = [0]
  for (const amount of amounts) sums.push(...sums.map((sum) => sum + amount))
  return sums
}

/** Cash that must be in the drawer, from sales and returns, in cents. */
export function dueInDrawer({ bills, returns, drawer }: CounterBooks, moved: number): number {
  const parts = returns.flatMap((one) => (one.status === 'cancelled' ? [] : one.parts))
  const float = drawer.reduce((sum, one) => (one.kind === 'opened' ? sum + one.amount : sum), 0)
  const handedBack = parts.reduce((sum, part) => (part.kind === 'cash' ? sum + partCents(part) : sum), 0)
  return float + moved + bills.reduce((sum, bill) => sum + cashHeld(bill), 0) - handedBack
}

/** Checks that the value of returned goods has paid for other goods once. */
function againstExchanges(bills: readonly Bill[], returns: readonly Return[]): readonly string[] {
  const wrong: string[] = []
  const used = new Map<string, number>()
  for (const tender of bills.filter(isPaid).flatMap((bill) => bill.tenders)) {
    if (tender.kind === 'exchange') used.set(tender.id, (used.get(tender.id) ?? 0) + tender.amount)
  }
  for (const { id, status, exchange, parts } of returns) {
    const kept = parts.reduce((sum, part) => (part.kind === 'exchange' ? sum + part.goods : sum), 0)
    const due = status === 'done' && exchange !== undefined ? kept : 0
    if (due !== (used.get(id) ?? 0))
      wrong.push(`${id}: ${due} came back for other goods, and ${used.get(id) ?? 0} of them are paid with it`)
    used.delete(id)
  }
  for (const id of used.keys()) wrong.push(`${id} has paid other goods and was never brought back`)
  return wrong
}

const cashOf = (entry: CashEntry, number: string): number => {
  if ((entry.kind !== 'sale' && entry.kind !== 'returned') || entry.bill !== number) return 0
  return entry.kind === 'sale' ? entry.amount : -entry.amount
}

const keptOf = ({ status, amount_captured, amount_refunded }: Payment): number =>
  status === 'captured' ? amount_captured - amount_refunded : 0
