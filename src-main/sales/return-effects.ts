import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { ReturnEffect, ReturnEvent } from '../../src-shared/pos/returns/return-transition.ts'
import type { Drawer } from '../cash/drawer.ts'
import { actionOfReturn } from '../manager/give-back.ts'
import { bookReturnCash } from './book-return-cash.ts'
import type { CardReturns } from './card-returns.ts'
import { putOnCard } from './put-on-card.ts'

/** Does what follows from a state of a return, again and again until it is done. */
type CarryOut = (
  id: string,
  effect: ReturnEffect,
  /** What has followed is not known: nothing is sent, only looked up. */
  isOutdated: boolean,
) => Promise<void>

export function createReturnEffects(
  options: {
    readonly drawer: Drawer
    /** Null while it is not known whose counter this is. */
    readonly manager: () => Promise<CardReturns | null>
    readonly find: (id: string) => Return | undefined
    /** Resolves when it is written down, or does not belong to the return's state. */
    readonly record: (id: string, event: ReturnEvent) => Promise<void>
  } & Parameters<typeof bookReturnCash>[2] &
    Parameters<typeof putOnCard>[2],
): CarryOut {
  const { find, record, isStopped, pause, log } = options

  async function sendToCard(
    id: string,
    { request, part }: Extract<ReturnEffect, { kind: 'send' }>,
    isOutdated: boolean,
  ): Promise<void> {
    const action = actionOfReturn(request)
    const void_only = find(id)?.void_only === true
    for (let manager = await options.manager(); !isStopped(); manager = await options.manager()) {
      // Whether it was sent before, only the manager's actions know.
      const { intent_id, payment_id, whole, attempt, given_back = null } = part
      const asked = {
        id: action,
        intent_id,
        payment_id,
        amount: partCents(part),
        // What was refused as a void is refunded the next time, where a manager has approved it.
        whole: whole && (attempt === 1 || void_only),
        void_only,
        given_back,
        look_only: isOutdated,
      }
      const given = await manager?.giveBack(asked).catch((error: unknown) => {
        log.error({ err: error, return: id, request }, 'sales.refund_failed')
        return null
      })
      if (given) {
        await record(id, { kind: 'card_ended', request, ...given })
        if (given.end !== 'unresolved' && !isStopped()) await manager?.dismiss({ action_id: action })
        return
      }
      await pause()
    }
  }

  return async function carryOut(id, effect, isOutdated) {
    if (effect.kind === 'open_drawer') return void (await options.drawer.open())
    if (effect.kind === 'book_cash') {
      const one = find(id)
      if (one === undefined) return
      await bookReturnCash(one, effect, options)
      return record(id, { kind: 'cash_booked', entry: effect.entry })
    }
    if (effect.kind === 'put_on_card') {
      const one = find(id)
      const put = one && (await putOnCard(one, effect, options))
      if (!put) return
      const card = put.kind === 'done' ? { card_id: put.card_id, last_four: put.last_four } : null
      const detail = put.kind === 'done' ? '' : put.detail
      return record(id, { kind: 'put_on_card', entry: effect.entry, card, detail })
    }
    return sendToCard(id, effect, isOutdated)
  }
}
