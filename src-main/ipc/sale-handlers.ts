import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { cardTokenSchema } from '../../src-shared/pos/customer/card-token.ts'
import { payerOf } from '../../src-shared/pos/customer/customer.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { Counter } from '../counter/counter.ts'
import type { SaleInput } from '../sale/sale-input.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { orderChanged } from './new-bill.ts'
import type { Undisturbed } from './undisturbed.ts'

type SaleHandlers = Pick<PosHandlers, PosCommandName & `sale.${string}`>

/** The commands on the sale at the counter. Its progress is in the snapshot. */
export function saleHandlers({
  counter,
  snapshot,
  settings,
  newId,
  selling,
  staff,
  audit,
  dispatch,
}: Pick<CommandContext, 'counter' | 'snapshot' | 'settings' | 'newId' | 'selling' | 'staff' | 'audit'> &
  Pick<Undisturbed, 'dispatch'>): SaleHandlers {
  const hsnNow = () => {
    const { terminal } = snapshot.present()
    return terminal.kind === 'none' ? {} : { hsn: terminal.hsn }
  }

  function audited(
    command: 'sale.waive_surcharge' | 'sale.customer_agrees',
    input: SaleInput,
  ): Result<null, CommandRefusal> {
    const result = dispatch(input)
    const about = { sale: saleIdOf(counter()) }
    audit.add({ role: null, person_id: staff.personId(), command, about, outcome: outcomeOf(result) })
    return result
  }

  async function charge({
    amount,
    entry,
    note,
    order_id,
    saved_card,
  }: PosCommandPayload<'sale.charge'>): Promise<Result<null, CommandRefusal>> {
    const orders = order_id === undefined ? null : await selling.service()
    const customers = saved_card === undefined ? null : await counter()?.customers()
    // Synchronous from here on: an item scanned during a wait would be left unpaid.
    const { terminal, currency, customer } = snapshot.present()
    if (terminal.kind === 'none') return refuse('not_available', 'there is no terminal')
    if (counter()?.sale.bill()) return refuse('not_now', 'a bill is open')
    if (waitingExchange(snapshot.present()) !== null) {
      return refuse('not_now', 'the returned goods pay first')
    }
    const order = order_id === undefined ? null : (orders?.toCharge(order_id, amount) ?? null)
    if (order_id !== undefined && order === null) return orderChanged
    const token = saved_card === undefined ? null : (customers?.card(saved_card) ?? null)
    if (saved_card !== undefined && token === null) {
      return refuse('not_now', 'the chosen customer has no such card')
    }
    return dispatch({
      kind: 'charge',
      sale: {
        ...{ id: newId('sale'), amount, currency, entry, note, hsn: terminal.hsn, order },
        surcharge_rule: settings.present().surcharge,
        customer: payerOf(customer),
        token: token && cardTokenSchema.parse(token),
      },
    })
  }

  return {
    'sale.charge': charge,
    'sale.cancel': () => dispatch({ kind: 'cancel' }),
    'sale.skip_tip': () => dispatch({ kind: 'skip_tip' }),
    'sale.waive_surcharge': () => audited('sale.waive_surcharge', { kind: 'waive_surcharge', ...hsnNow() }),
    'sale.customer_agrees': () => audited('sale.customer_agrees', { kind: 'customer_agrees' }),
    'sale.skip_signature': () => dispatch({ kind: 'skip_signature' }),
    'sale.retry': ({ entry }) =>
      dispatch({ kind: 'retry', entry, tips: counter()?.tips() ?? null, ...hsnNow() }),
    'sale.decide': ({ choice }) => dispatch({ kind: 'decide', choice }),
    'sale.sign': ({ signature }) => dispatch({ kind: 'sign', signature }),
    'sale.print': () => dispatch({ kind: 'print' }),
    'sale.finish': () => dispatch({ kind: 'finish' }),
    'sale.acknowledge_series': () => {
      const sale = counter()?.sale
      if (sale === undefined) return err(serviceNotUp)
      return sale.numbers.acknowledge()
        ? ok(null)
        : refuse('not_now', 'there is no new series to acknowledge')
    },
  }
}

const saleIdOf = (counter: Counter | null): string => {
  const state = counter?.sale.state()
  return state === undefined || state.kind === 'ready' ? '' : state.sale.id
}
