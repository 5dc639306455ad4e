import type { IdSource } from '../../src-shared/ids.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter.ts'
import type { GiftCardService } from '../gift-cards/gift-card-service.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { SaleInput } from '../sale/runner.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { PosHandlers } from './command-answerer.ts'
import { newBillOf, orderChanged } from './new-bill.ts'

/** What the counter may ask about gift cards. How a payment goes is in the snapshot. */
export function giftCardHandlers({
  counter,
  snapshot,
  newId,
  selling,
  dispatch,
}: {
  readonly counter: () => Counter | null
  readonly snapshot: SnapshotPublisher
  readonly newId: IdSource
  readonly selling: Pick<SellingArea, 'service'>
  readonly dispatch: (input: SaleInput) => Result<null, CommandRefusal>
}): Pick<PosHandlers, PosCommandName & `gift_cards.${string}`> {
  const withCards = async <Value>(
    act: (cards: GiftCardService) => Promise<Result<Value, CommandRefusal>>,
  ): Promise<Result<Value, CommandRefusal>> => {
    const cards = await counter()?.giftCards()
    return cards === undefined
      ? err({ code: 'not_available', message: 'the service is not up yet' } as const)
      : act(cards)
  }
  return {
    'gift_cards.look_up': ({ code }) => withCards((cards) => cards.lookUp(code)),
    'gift_cards.find': (asked) => withCards((cards) => cards.find(asked)),
    'gift_cards.history': (asked) => withCards((cards) => cards.history(asked)),
    'gift_cards.block': (asked) => withCards((cards) => cards.block(asked)),
    'gift_cards.pay': ({ card_id, amount, balance, note, order_id: orderId }) =>
      withCards(async (cards) => {
        // Whoever has the code may spend it: only what was looked up by it is taken.
        const card = cards.found(card_id)
        const { service, currency } = snapshot.present()
        if (card === null || card.currency !== currency || card.balance < amount) {
          return err({ code: 'not_now', message: 'the card was not looked up, or has less' } as const)
        }
        if (service.kind !== 'ready') {
          return err({ code: 'not_available', message: 'the service does not answer' } as const)
        }
        const isNew = counter()?.sale.bill() === null
        const bill = isNew
          ? await newBillOf({ selling, snapshot, newId }, { total: balance, note, orderId })
          : null
        if (isNew && bill === null) return orderChanged
        const { last_four } = card
        const id = newId('gift_card_entry')
        return dispatch({ kind: 'take_gift_card', id, card: { card_id, last_four }, amount, balance, bill })
      }),
    'gift_cards.stop': () => dispatch({ kind: 'stop_gift_card' }),
    'gift_cards.print': ({ reference }) => withCards((cards) => cards.print(reference)),
    'gift_cards.put_away': ({ reference }) => withCards((cards) => cards.putAway(reference)),
  }
}
