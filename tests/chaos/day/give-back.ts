import { setTimeout as delay } from 'node:timers/promises'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { currentPart, type Return, returnCents } from '../../../src-shared/pos/returns/return.ts'
import { everything, planReturn } from '../../../src-shared/pos/returns/returnable.ts'
import type { CounterHarness } from '../sales/sales-harness.ts'
import { returnsIn } from './day-books.ts'

const lookMs = 20
/** What was pressed and shows nothing was lost with the counter's process, ms. */
const lostMs = 4_000
const longestMs = 120_000

/** A customer brings all of a bill back, or a part of it. @returns false where nothing is left of it */
export async function giveBack(
  { pos, returnsFile }: CounterHarness,
  bill: Bill,
  { all, share }: { readonly all: boolean; readonly share: number },
): Promise<boolean> {
  const before = await returnsIn(returnsFile)
  const ofBill = ({ bill_id }: Return) => bill_id === bill.id
  const known = new Set(before.map(({ id }) => id))
  const left = everything(bill, before.filter(ofBill))
  const [line] = left.lines
  const some = line && { ...line, quantity: Math.max(1, Math.floor(line.quantity * share)) }
  const wanted = all || some === undefined ? left : { lines: [some], tips: [] }
  const plan = planReturn(bill, before.filter(ofBill), wanted, 1)
  if (plan === null || returnCents(plan) === 0) return false
  const asked = { number: bill.number, ...wanted, lines: [...wanted.lines], tips: [...wanted.tips] }
  const end = Date.now() + longestMs
  let pressedAt = 0
  for (;;) {
    await delay(lookMs)
    const now = pos.now()
    if (Date.now() > end) throw new Error(`${bill.number} is never given back: ${JSON.stringify(now)}`)
    if (now === null || (!pos.hasTakenAll() && Date.now() - pressedAt < lostMs)) continue
    const one = now.returns.find((shown) => ofBill(shown) && !known.has(shown.id))
    if (one?.status === 'done') {
      pos.send({ kind: 'return_step', return_id: one.id, step: 'acknowledge' })
      return true
    }
    if (Date.now() - pressedAt < (one === undefined ? lostMs : lookMs * 25)) continue
    if (one === undefined) {
      // Killed since, it has ended, and nobody is shown it any more.
      const written = (await returnsIn(returnsFile)).find((found) => ofBill(found) && !known.has(found.id))
      if (written?.status === 'done') return true
      pressedAt = Date.now()
      pos.send({ kind: 'return', asked: { ...asked, total: returnCents(plan), reason: 'Cold' } })
      continue
    }
    const part = currentPart(one)
    const step = part?.state === 'to_hand_back' ? 'handed_back' : part?.state === 'refused' ? 'retry' : null
    if (step === null) continue
    pressedAt = Date.now()
    pos.send({ kind: 'return_step', return_id: one.id, step })
  }
}
