import { setTimeout as delay } from 'node:timers/promises'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import type { PosCommandPayload } from '../../../src-shared/pos/commands.ts'
import type { Return } from '../../../src-shared/pos/returns/return.ts'
import { currentPart } from '../../../src-shared/pos/returns/return-sums.ts'
import { isChoosing } from '../../../src-shared/pos/returns/waiting-exchange.ts'
import { returnsIn } from './day-books.ts'
import type { Cashier, DayCounter } from './place.ts'

const lookMs = 20
const tapMs = 500
/** A press without a visible effect for this long was lost with the counter's process, in ms. */
const lostMs = 4_000
const longestMs = 120_000

/**
 * Repeats `look` until it finds something; throws on a timeout. A press is not repeated before the counter has
 * processed it.
 */
async function untilFound<Found>(
  { pos }: DayCounter,
  what: string,
  look: (
    now: NonNullable<ReturnType<Cashier['now']>>,
    sincePressed: number,
    press: (send: () => void) => void,
  ) => Promise<Found | null>,
): Promise<Found> {
  const end = Date.now() + longestMs
  let pressedAt = 0
  for (;;) {
    await delay(lookMs)
    const now = pos.now()
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(now)}`)
    if (now === null || pos.isPressing() || (!pos.hasTakenAll() && Date.now() - pressedAt < lostMs)) continue
    const found = await look(now, Date.now() - pressedAt, (send) => {
      pressedAt = Date.now()
      send()
    })
    if (found !== null) return found
  }
}

/** Requests a return until it is written down. */
export async function beginReturn(
  counter: DayCounter,
  bill: Bill,
  asked: PosCommandPayload<'returns.begin'>,
): Promise<string> {
  const { pos, returnsFile } = counter
  const known = new Set((await returnsIn(returnsFile)).map(({ id }) => id))
  const isNew = ({ bill_id, id }: Return) => bill_id === bill.id && !known.has(id)
  return untilFound(counter, `${bill.number} is never taken back`, async (now, since, press) => {
    const shown = now.returns.find(isNew)
    if (shown !== undefined) return shown.id
    if (since < lostMs) return null
    // If the counter was killed, the return may have ended and is no longer shown.
    const written = (await returnsIn(returnsFile)).find(isNew)
    if (written !== undefined) return written.id
    press(() => pos.send({ kind: 'return', asked, bill }))
    return null
  })
}

/** Does each step that a return requires until it has ended. @param givenUp no other goods are taken for it */
export async function endReturn(counter: DayCounter, id: string, givenUp = false): Promise<Return> {
  const { pos, returnsFile } = counter
  return untilFound(counter, `${id} never ends`, async (now, since, press) => {
    if (since < tapMs) return null
    const step = (name: 'retry' | 'handed_back' | 'acknowledge' | 'cancel') =>
      press(() => pos.send({ kind: 'return_step', return_id: id, step: name }))
    const one = now.returns.find((shown) => shown.id === id)
    if (one === undefined) {
      const written = (await returnsIn(returnsFile)).find((found) => found.id === id)
      return written === undefined || written.status === 'open' ? null : written
    }
    if (one.status === 'done') {
      step('acknowledge')
      return null
    }
    const part = currentPart(one)
    if (isChoosing(one)) {
      if (givenUp) step('cancel')
    } else if (part?.state === 'to_hand_back') step('handed_back')
    else if (part?.state === 'refused') step('retry')
    return null
  })
}
