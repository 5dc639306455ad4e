import { cardTokenSchema } from '../../src-shared/pos/customer/card-token.ts'
import { payerOf } from '../../src-shared/pos/customer/customer.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { Counter } from '../counter.ts'
import type { SaleInput } from '../sale/sale-input.ts'
import { auditHandlers } from './audit-handlers.ts'
import { backupHandlers } from './backup-handlers.ts'
import { billHandlers } from './bill-handlers.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'
import { counterTerminalHandlers } from './counter-terminal-handlers.ts'
import { customerHandlers } from './customer-handlers.ts'
import { drawerHandlers } from './drawer-handlers.ts'
import { giftCardHandlers } from './gift-card-handlers.ts'
import { installerHandlers } from './installer-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { managerHandlers } from './manager-handlers.ts'
import { orderChanged } from './new-bill.ts'
import { peripheralHandlers } from './peripheral-handlers.ts'
import { printerHandlers } from './printer-handlers.ts'
import { reportHandlers } from './report-handlers.ts'
import { salesHandlers } from './sales-handlers.ts'
import { sellingHandlers } from './selling-handlers.ts'
import { checkPorts } from './serial-ports.ts'
import { serviceHandlers } from './service-handlers.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { staffHandlers } from './staff-handlers.ts'
import { tabHandlers } from './tab-handlers.ts'
import { toolHandlers } from './tool-handlers.ts'
import { createUndisturbed } from './undisturbed.ts'

type Done = Result<null, CommandRefusal>

/** The handlers of all commands. The outcome of a sale is never an answer here: it arrives in the snapshot. */
export function posHandlers(context: CommandContext): PosHandlers {
  const { snapshot, settings } = context
  const checkPort = checkPorts(context)

  const undisturbed = createUndisturbed((input) => {
    const counter = context.counter()
    if (counter === null) return err(serviceNotUp)
    if (counter.sale.dispatch(input)) return ok(null)
    return refuse('not_now', `${input.kind} is not possible during ${counter.sale.state().kind}`)
  })
  const { dispatch } = undisturbed

  function aboutParked(change: (sale: Counter['sale']) => boolean, otherwise: string): Done {
    const counter = context.counter()
    if (counter === null) return err(serviceNotUp)
    return change(counter.sale) ? ok(null) : refuse('not_now', otherwise)
  }

  const hsnNow = () => {
    const { terminal } = snapshot.present()
    return terminal.kind === 'none' ? {} : { hsn: terminal.hsn }
  }

  function audited(command: 'sale.waive_surcharge' | 'sale.customer_agrees', input: SaleInput): Done {
    const result = dispatch(input)
    context.audit.add({
      role: null,
      person_id: context.staff.personId(),
      command,
      about: { sale: saleIdOf(context.counter()) },
      outcome: outcomeOf(result),
    })
    return result
  }

  return {
    'snapshot.get': () => ok(snapshot.present()),
    'sale.charge': async ({ amount, entry, note, order_id, saved_card }) => {
      const selling = order_id === undefined ? null : await context.selling.service()
      const customers = saved_card === undefined ? null : await context.counter()?.customers()
      // Synchronous from here on: an item scanned during a wait would be left unpaid.
      const { terminal, currency, customer } = snapshot.present()
      if (terminal.kind === 'none') return refuse('not_available', 'there is no terminal')
      if (context.counter()?.sale.bill()) return refuse('not_now', 'a bill is open')
      if (waitingExchange(snapshot.present()) !== null) {
        return refuse('not_now', 'the returned goods pay first')
      }
      const order = order_id === undefined ? null : (selling?.toCharge(order_id, amount) ?? null)
      if (order_id !== undefined && order === null) {
        return orderChanged
      }
      const sale = { id: context.newId('sale'), amount, currency, entry, note, hsn: terminal.hsn, order }
      const token = saved_card === undefined ? null : (customers?.card(saved_card) ?? null)
      if (saved_card !== undefined && token === null) {
        return refuse('not_now', 'the chosen customer has no such card')
      }
      const { surcharge: surcharge_rule } = settings.present()
      return dispatch({
        kind: 'charge',
        sale: {
          ...sale,
          surcharge_rule,
          customer: payerOf(customer),
          token: token && cardTokenSchema.parse(token),
        },
      })
    },
    'sale.cancel': () => dispatch({ kind: 'cancel' }),
    'sale.skip_tip': () => dispatch({ kind: 'skip_tip' }),
    'sale.waive_surcharge': () => audited('sale.waive_surcharge', { kind: 'waive_surcharge', ...hsnNow() }),
    'sale.customer_agrees': () => audited('sale.customer_agrees', { kind: 'customer_agrees' }),
    'sale.skip_signature': () => dispatch({ kind: 'skip_signature' }),
    'sale.retry': ({ entry }) =>
      dispatch({ kind: 'retry', entry, tips: context.counter()?.tips() ?? null, ...hsnNow() }),
    'sale.decide': ({ choice }) => dispatch({ kind: 'decide', choice }),
    'sale.sign': ({ signature }) => dispatch({ kind: 'sign', signature }),
    'sale.print': () => dispatch({ kind: 'print' }),
    'sale.finish': () => dispatch({ kind: 'finish' }),
    ...billHandlers({ ...context, ...undisturbed }),
    ...tabHandlers({ ...context, dispatch }),
    ...giftCardHandlers({ ...context, dispatch }),
    ...customerHandlers(context),
    ...drawerHandlers(context),
    ...printerHandlers({ ...context, checkPort }),
    ...peripheralHandlers(context, checkPort),
    ...salesHandlers(context),
    ...reportHandlers(context),
    'parked.decide': ({ sale_id, choice }) =>
      aboutParked((sale) => sale.decideParked(sale_id, choice), 'there is nothing to decide'),
    'parked.acknowledge': ({ sale_id }) =>
      aboutParked((sale) => sale.acknowledgeParked(sale_id), 'its outcome is not known'),
    'parked.record': (asked) => context.counter()?.recordParked(asked) ?? err(serviceNotUp),
    'parked.acknowledge_unreadable': () =>
      aboutParked((sale) => sale.acknowledgeUnreadable(), 'every record can be read'),
    'sale.acknowledge_series': () =>
      aboutParked((sale) => sale.numbers.acknowledge(), 'there is no new series to acknowledge'),
    ...linkHandlers(context),
    ...counterTerminalHandlers(context),
    'terminal.show_virtual': async () =>
      (await context.showVirtualTerminal())
        ? ok(null)
        : refuse('not_available', 'there is no virtual terminal here'),
    ...settingsHandlers(context),
    ...backupHandlers(context.backup),
    'app.close': ({ close }) => {
      if (close) context.quit()
      else snapshot.update({ close_asked: false })
      return ok(null)
    },
    'app.reload': async () =>
      (await context.reload()) ? ok(null) : refuse('failed', 'the files of the page cannot be read'),
    ...staffHandlers({
      staff: context.staff,
      audit: context.audit,
      settings: () => settings.present(),
      saveFile: context.saveFile,
    }),
    ...auditHandlers(context.auditArea),
    ...sellingHandlers(context.selling, context.saveFile),
    ...managerHandlers(context.areas, context.chooseFile),
    ...installerHandlers(context.areas, context.tools, checkPort, context.log),
    ...serviceHandlers(context.service),
    ...toolHandlers(context.tools),
  }
}

const saleIdOf = (counter: Counter | null): string => {
  const state = counter?.sale.state()
  return state === undefined || state.kind === 'ready' ? '' : state.sale.id
}
