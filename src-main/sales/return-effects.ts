import type { Return } from '../../src-shared/pos/returns/return.ts'
import { partCents } from '../../src-shared/pos/returns/return-sums.ts'
import type { ReturnEffect, ReturnEvent } from '../../src-shared/pos/returns/return-transition.ts'
import type { Drawer } from '../cash/drawer.ts'
import type { ManagerActions } from '../manager/actions.ts'
import { actionOfReturn } from '../manager/give-back.ts'
import { type BookReturnCashOptions, bookReturnCash } from './book-return-cash.ts'
import { type PutOnCardOptions, putOnCard } from './put-on-card.ts'

/** Gives money back to cards. */
interface CardReturns extends Pick<ManagerActions, 'giveBack' | 'paymentNow'> {
  dismiss(asked: { readonly action_id: string }): Promise<unknown>
}

/** Carries out an effect of a return's state, and repeats it until it is done. */
type CarryOut = (
  id: string,
  effect: ReturnEffect,
  /** Whether later events may be lost: then nothing is sent, only looked up. */
  isOutdated: boolean,
) => Promise<void>

export interface ReturnEffectOptions extends BookReturnCashOptions, PutOnCardOptions {
  readonly drawer: Drawer
  /** Null while the counter's account is not known. */
  readonly manager: () => Promise<CardReturns | null>
  readonly find: (id: string) => Return | undefined
  /** Resolves when the event is written, or does not apply to the return's state. */
  readonly record: (id: string, event: ReturnEvent) => Promise<void>
}

export function createReturnEffects(options: ReturnEffectOptions): CarryOut {
  const { find, record, isStopped, pause, log } = options

  async function sendToCard(
    id: string,
    { request, part }: Extract<ReturnEffect, { kind: 'send' }>,
    isOutdated: boolean,
  ): Promise<void> {
    const action = actionOfReturn(request)
    const void_only = find(id)?.void_only === true
    for (let manager = await options.manager(); !isStopped(); manager = await options.manager()) {
      // Only the manager's actions know whether it was sent before.
      const { intent_id, payment_id, whole, attempt, given_back = null } = part
      const asked = {
        id: action,
        intent_id,
        payment_id,
        amount: partCents(part),
        // A part refused as a void is refunded at the next attempt, where a manager has approved the return.
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
