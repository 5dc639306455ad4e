import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { returnCents } from '../../../src-shared/pos/returns/return.ts'
import { everything, planReturn } from '../../../src-shared/pos/returns/returnable.ts'
import type { CounterHarness } from '../sales/sales-harness.ts'
import { returnsIn } from './day-books.ts'
import { beginReturn, endReturn } from './return-steps.ts'

/** A customer brings all of a bill back, or a part of it. @returns false where nothing is left of it */
export async function giveBack(
  counter: CounterHarness,
  bill: Bill,
  { all, share }: { readonly all: boolean; readonly share: number },
): Promise<boolean> {
  const before = (await returnsIn(counter.returnsFile)).filter(({ bill_id }) => bill_id === bill.id)
  const left = everything(bill, before)
  const [line] = left.lines
  const some = line && { ...line, quantity: Math.max(1, Math.floor(line.quantity * share)) }
  const wanted = all || some === undefined ? left : { lines: [some], tips: [] }
  const plan = planReturn(bill, before, wanted, 1)
  if (plan === null || returnCents(plan) === 0) return false
  const asked = { number: bill.number, lines: [...wanted.lines], tips: [...wanted.tips] }
  const id = await beginReturn(counter, bill, { ...asked, total: returnCents(plan), reason: 'Cold' })
  await endReturn(counter, id)
  return true
}
