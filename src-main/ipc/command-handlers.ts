import type { IdSource } from '../../src-shared/ids.ts'
import { cardTokenSchema } from '../../src-shared/pos/customer/card-token.ts'
import { payerOf } from '../../src-shared/pos/customer/customer.ts'
import { type CommandRefusal, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { waitingExchange } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AuditArea } from '../audit/audit-area.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { BackupService } from '../backup/backup-service.ts'
import type { Computer } from '../computer/computer.ts'
import type { Counter } from '../counter.ts'
import type { PeripheralArea } from '../devices/peripheral-area.ts'
import type { InstallerTools } from '../installer/tools.ts'
import type { Log } from '../log.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { SaleInput } from '../sale/sale-input.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { auditHandlers } from './audit-handlers.ts'
import { backupHandlers } from './backup-handlers.ts'
import { billHandlers } from './bill-handlers.ts'
import type { PosHandlers } from './command-answerer.ts'
import { type CounterTerminalContext, counterTerminalHandlers } from './counter-terminal-handlers.ts'
import { customerHandlers } from './customer-handlers.ts'
import { drawerHandlers } from './drawer-handlers.ts'
import { giftCardHandlers } from './gift-card-handlers.ts'
import { installerHandlers } from './installer-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { managerHandlers } from './manager-handlers.ts'
import { peripheralHandlers } from './peripheral-handlers.ts'
import { printerHandlers } from './printer-handlers.ts'
import { reportHandlers } from './report-handlers.ts'
import { salesHandlers } from './sales-handlers.ts'
import { sellingHandlers } from './selling-handlers.ts'
import { checkPorts } from './serial-ports.ts'
import { type ServiceSetUp, serviceHandlers } from './service-handlers.ts'
import { settingsHandlers } from './settings-handlers.ts'
import { staffHandlers } from './staff-handlers.ts'
import { tabHandlers } from './tab-handlers.ts'
import { toolHandlers } from './tool-handlers.ts'
import { createUndisturbed } from './undisturbed.ts'

export interface CommandContext extends CounterTerminalContext {
  readonly snapshot: SnapshotPublisher
  readonly settings: SettingsStore
  /** Null until the service, and with it the account, is known. */
  readonly counter: () => Counter | null
  readonly newId: IdSource
  readonly staff: StaffSession
  readonly audit: Pick<AuditTrail, 'add'>
  readonly auditArea: Pick<AuditArea, 'list' | 'verify' | 'save'>
  readonly areas: Pick<StaffAreas, 'manager' | 'installer'>
  readonly selling: Pick<SellingArea, 'service'>
  /** Asks where to save; false when the person cancels. */
  readonly saveFile: (name: string, text: string) => Promise<boolean>
  /** Asks where to write a file of that name; null when the person cancels. */
  readonly chooseFile: (name: string) => Promise<string | null>
  /** Asks for a folder; null when the person cancels. */
  readonly chooseFolder: () => Promise<string | null>
  readonly peripherals: Pick<PeripheralArea, 'service'>
  readonly printing: Pick<PrintingArea, 'service' | 'notQueuedSeen' | 'incompleteSeen'>
  readonly backup: () => Promise<BackupService>
  /** Applies the settings of this computer. */
  readonly computer: () => Promise<Computer>
  readonly log: Log
  readonly quit: () => void
  /** Reloads the window's page. @returns false where its files cannot be read; the page then stays as it is */
  readonly reload: () => Promise<boolean>
  readonly service: ServiceSetUp
  readonly tools: () => Promise<InstallerTools>
  /** False where there is no virtual terminal to show. */
  readonly showVirtualTerminal: () => Promise<boolean>
}

type Done = Result<null, CommandRefusal>

/** The handlers of all commands. The outcome of a sale is never an answer here: it arrives in the snapshot. */
export function posHandlers(context: CommandContext): PosHandlers {
  const { snapshot, settings } = context
  const checkPort = checkPorts(context)

  const undisturbed = createUndisturbed((input) => {
    const counter = context.counter()
    if (counter === null) return err(serviceNotUp)
    if (counter.sale.dispatch(input)) return ok(null)
    return err({
      code: 'not_now',
      message: `${input.kind} is not possible during ${counter.sale.state().kind}`,
    })
  })
  const { dispatch } = undisturbed

  function aboutParked(change: (sale: Counter['sale']) => boolean, otherwise: string): Done {
    const counter = context.counter()
    if (counter === null) return err(serviceNotUp)
    return change(counter.sale) ? ok(null) : err({ code: 'not_now', message: otherwise })
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
      outcome: result.ok ? 'done' : result.error.code,
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
      if (terminal.kind === 'none') return notAvailable('there is no terminal')
      if (context.counter()?.sale.bill()) return err({ code: 'not_now', message: 'a bill is open' })
      if (waitingExchange(snapshot.present()) !== null) {
        return err({ code: 'not_now', message: 'the returned goods pay first' })
      }
      const order = order_id === undefined ? null : (selling?.toCharge(order_id, amount) ?? null)
      if (order_id !== undefined && order === null) {
        return err({ code: 'not_now', message: 'the order has changed' })
      }
      const sale = { id: context.newId('sale'), amount, currency, entry, note, hsn: terminal.hsn, order }
      const token = saved_card === undefined ? null : (customers?.card(saved_card) ?? null)
      if (saved_card !== undefined && token === null) {
        return err({ code: 'not_now', message: 'the chosen customer has no such card' })
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
      (await context.showVirtualTerminal()) ? ok(null) : notAvailable('there is no virtual terminal here'),
    ...settingsHandlers(context),
    ...backupHandlers(context.backup),
    'app.close': ({ close }) => {
      if (close) context.quit()
      else snapshot.update({ close_asked: false })
      return ok(null)
    },
    'app.reload': async () =>
      (await context.reload())
        ? ok(null)
        : err({ code: 'failed', message: 'the files of the page cannot be read' }),
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

const notAvailable = (message: string): { readonly ok: false; readonly error: CommandRefusal } =>
  err({ code: 'not_available', message })
