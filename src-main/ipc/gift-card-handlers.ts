import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err } from '../../src-shared/result.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { billForTender } from './new-bill.ts'
import type { Undisturbed } from './undisturbed.ts'

/** The commands on gift cards. The progress of a payment is in the snapshot. */
export function giftCardHandlers({
  counter,
  snapshot,
  newId,
  selling,
  dispatch,
}: Pick<CommandContext, 'counter' | 'snapshot' | 'newId' | 'selling'> & Pick<Undisturbed, 'dispatch'>): Pick<
  PosHandlers,
  PosCommandName & `gift_cards.${string}`
> {
  const ask = asking(() => counter()?.giftCards() ?? null)
  return {
    'gift_cards.look_up': ask((cards, { code }) => cards.lookUp(code)),
    'gift_cards.find': ask((cards, asked) => cards.find(asked)),
    'gift_cards.history': ask((cards, asked) => cards.history(asked)),
    'gift_cards.block': ask((cards, asked) => cards.block(asked)),
    'gift_cards.pay': ask(async (cards, payload: PosCommandPayload<'gift_cards.pay'>) => {
      const { card_id, amount, balance, note, order_id: orderId } = payload
      // The code is the right to spend the card, so only a card that was looked up by its code is accepted.
      const card = cards.found(card_id)
      const { service, currency } = snapshot.present()
      if (card === null || card.currency !== currency || card.balance < amount) {
        return refuse('not_now', 'the card was not looked up, or its balance is lower')
      }
      if (service.kind !== 'ready') return err(serviceNotUp)
      const present = counter()?.sale.bill() ?? null
      const bill = await billForTender({ selling, snapshot, newId }, present, {
        total: balance,
        note,
        orderId,
      })
      if (!bill.ok) return bill
      const { last_four } = card
      const of = { card: { card_id, last_four }, amount, balance, bill: bill.value }
      return dispatch({ kind: 'take_gift_card', id: newId('gift_card_entry'), ...of })
    }),
    'gift_cards.stop': () => dispatch({ kind: 'stop_gift_card' }),
    'gift_cards.print': ask((cards, { reference }) => cards.print(reference)),
    'gift_cards.put_away': ask((cards, { reference }) => cards.putAway(reference)),
  }
}
