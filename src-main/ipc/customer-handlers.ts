import { cardsOf } from '../../src-shared/pos/bill/balance.ts'
import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { CustomerService } from '../customers/customer-service.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

/** The commands on customers, while nothing is being paid. */
export function customerHandlers({
  counter,
  snapshot,
}: Pick<CommandContext, 'counter' | 'snapshot'>): Pick<PosHandlers, PosCommandName & `customer.${string}`> {
  const ask =
    <Payload, Value>(
      act: (customers: CustomerService, payload: Payload) => Promise<Result<Value, CommandRefusal>>,
    ) =>
    async (payload: Payload): Promise<Result<Value, CommandRefusal>> => {
      const present = counter()
      if (present === null) return err(serviceNotUp)
      // During a sale the terminal is in use, and the sale's customer must not change.
      if (present.sale.state().kind !== 'ready') return refuse('not_now', 'a sale is under way')
      return act(await present.customers(), payload)
    }
  return {
    'customer.search': ask((customers, { text }) => customers.search(text)),
    'customer.ask_phone': ask((customers) => customers.askPhone()),
    'customer.stop_asking': ask(async (customers) => {
      customers.stopAsking()
      return ok(null)
    }),
    'customer.choose': ask((customers, { customer_id }) => customers.choose(customer_id)),
    'customer.create': ask((customers, words) => customers.create(words)),
    'customer.receipt': async ({ way }) => {
      const present = counter()
      const state = present?.sale.state()
      if (present == null || state?.kind !== 'approved' || state.sale.intent_id === null) {
        return refuse('not_now', 'no sale is approved')
      }
      // Each card that paid the bill has its own receipt.
      const { bill } = snapshot.present()
      const cards = bill === null ? [] : cardsOf(bill)
      return (await present.customers()).receipt(way, cards.length === 0 ? [state] : cards)
    },
    'customer.remove': () => {
      snapshot.update({ customer: null })
      return ok(null)
    },
    'customer.cards': ask((customers) => customers.cards()),
    'customer.save_card': ask((customers) => customers.saveCard()),
  }
}
