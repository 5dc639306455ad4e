import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import { returnCents } from '../../../src-shared/pos/returns/return-sums.ts'
import {
  amountLineId,
  everything,
  planReturn,
  type Wanted,
} from '../../../src-shared/pos/returns/returnable.ts'
import { returnsIn } from './day-books.ts'
import type { DayPlace } from './place.ts'
import { beginReturn, endReturn } from './return-steps.ts'

/** A customer returns all of a bill, or a part of it. @returns false if nothing is left of it */
export async function giveBack(
  { counter, countsPieces }: Pick<DayPlace, 'counter' | 'countsPieces'>,
  bill: Bill,
  { all, share }: { readonly all: boolean; readonly share: number },
): Promise<boolean> {
  const before = (await returnsIn(counter.returnsFile)).filter(({ bill_id }) => bill_id === bill.id)
  const left = everything(bill, before)
  const [line] = left.lines
  const some = line && partOf(line, share, countsPieces)
  const wanted = all || some === undefined ? left : { lines: [some], tips: [] }
  const plan = planReturn(bill, before, wanted, 1)
  // Goods that cost nothing are returned without money.
  if (plan === null || (returnCents(plan) === 0 && bill.total > 0)) return false
  const asked = { number: bill.number, lines: [...wanted.lines], tips: [...wanted.tips] }
  const id = await beginReturn(counter, bill, { ...asked, total: returnCents(plan), reason: 'Cold' })
  await endReturn(counter, id)
  return true
}

type Line = Wanted['lines'][number]

/** @param pieces counts whole pieces of lines that have pieces; the cents of an amount are always counted one by one */
export function partOf(line: Line, share: number, pieces: boolean): Line {
  const one = pieces && line.line_id !== amountLineId ? oneUnit : 1
  return { ...line, quantity: Math.max(one, Math.floor((line.quantity / one) * share) * one) }
}
