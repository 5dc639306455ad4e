import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { hasGiftCard } from '../../src-shared/pos/order/has-gift-card.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter/counter.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { isOnBill, orderChanged, orderOnBill } from './new-bill.ts'

/** The commands on payment links. The progress of a link is in the snapshot. */
export function linkHandlers({
  counter,
  snapshot,
  newId,
  selling,
}: Pick<CommandContext, 'counter' | 'snapshot' | 'newId' | 'selling'>): Pick<
  PosHandlers,
  PosCommandName & `links.${string}`
> {
  function aboutLink(
    change: (links: Counter['links']) => boolean,
    otherwise: string,
  ): Result<null, CommandRefusal> {
    const present = counter()
    if (present === null) return err(serviceNotUp)
    return change(present.links) ? ok(null) : refuse('not_now', otherwise)
  }

  return {
    'links.send': async ({ amount, note, receiver, order_id: orderId }) => {
      const present = counter()
      if (present === null) return err(serviceNotUp)
      const service = orderId === undefined ? null : await selling.service()
      const order = orderId === undefined ? null : (service?.toCharge(orderId, amount) ?? null)
      if (orderId !== undefined && order === null) {
        return orderChanged
      }
      if (order !== null && isOnBill(present.sale, order.id)) return orderOnBill
      // Gift cards are loaded only by a paid bill (docs/decisions/0056).
      if (order !== null && hasGiftCard(order)) {
        return refuse('not_now', 'an order with a gift card is paid by the link of a bill')
      }
      const id = newId('payment_link')
      const { currency } = snapshot.present()
      const written = await present.links.send({ id, amount, currency, note, order, receiver })
      if (order !== null) {
        if (!written) return refuse('failed', 'the link could not be kept')
        // Only now: if killed before, the order is still rung up, and its link is shown above it.
        await service?.sold(order.id)
      }
      return ok({ link_id: id })
    },
    'links.withdraw': ({ link_id }) => aboutLink((links) => links.withdraw(link_id), 'it has ended'),
    'links.hold_order': async ({ link_id }) => {
      const order = counter()?.links.unpaidOrder(link_id) ?? null
      const link = snapshot.present().links.find(({ id }) => id === link_id)
      if (order === null || link === undefined) {
        return refuse('not_now', 'it has no unpaid order')
      }
      const note = link.note.trim()
      const name = (note || receiverName(link.receiver)).slice(0, 60)
      const isHeld = await (await selling.service()).putAside(link_id, order, name, note)
      if (!isHeld) return refuse('not_now', 'too many orders are on hold')
      return aboutLink((links) => links.acknowledge(link_id), 'it has not ended')
    },
    'links.acknowledge': ({ link_id }) =>
      aboutLink((links) => links.acknowledge(link_id), 'it has not ended'),
    'links.acknowledge_unreadable': () =>
      aboutLink((links) => links.acknowledgeUnreadable(), 'every link can be read'),
  }
}

/** The name of an order on hold: its payer's address. */
const receiverName = (receiver: Parameters<Counter['links']['send']>[0]['receiver']): string =>
  receiver.kind === 'sms' ? receiver.phone_number : receiver.kind === 'email' ? receiver.address : 'QR'
