import { z } from 'zod'
import type { Result } from '../result.ts'
import { auditCommands } from './audit/audit-commands.ts'
import { billCommands } from './bill/bill-commands.ts'
import { tabCommands } from './bill/tab-commands.ts'
import { drawerCommands } from './cash/drawer-commands.ts'
import { catalogueCommands } from './catalogue/catalogue-commands.ts'
import { type CommandRow, type Reply, reply } from './command-row.ts'
import { customerCommands } from './customer/customer.ts'
import { giftCardCommands } from './gift-cards/gift-cards.ts'
import { computerCommands } from './installer-tools/computer-commands.ts'
import { healthCommands } from './installer-tools/health-commands.ts'
import { serviceCommands } from './installer-tools/service-commands.ts'
import { setupCommands } from './installer-tools/setup-commands.ts'
import { linkCommands } from './links/link-commands.ts'
import { noteCommands } from './manager/note-commands.ts'
import { paymentCommands } from './manager/payment-commands.ts'
import { savedSearchCommands } from './manager/saved-search-commands.ts'
import { orderCommands } from './order/order-commands.ts'
import { parkedCommands } from './parked/parked-commands.ts'
import { peripheralCommands } from './peripherals/peripherals.ts'
import { printerCommands } from './printing/printer-commands.ts'
import type { CommandRefusal } from './refusals.ts'
import { reportCommands } from './report/report-commands.ts'
import { salesCommands } from './returns/sales-commands.ts'
import { saleCommands } from './sale/sale-commands.ts'
import { settingsCommands } from './settings/settings-commands.ts'
import type { Snapshot } from './snapshot.ts'
import { staffCommands } from './staff/staff-commands.ts'
import { counterTerminalCommands } from './terminals/counter-terminal-commands.ts'
import { terminalCommands } from './terminals/terminal-commands.ts'

/**
 * The contract between the counter's window and main. These rows define the channels, the functions of the bridge, the
 * checks of rights and payloads, and the bridge for tests of pages. A command never replies with the outcome of a sale
 * or of an action on a payment: that arrives in the snapshot.
 */
export const posCommands = {
  'snapshot.get': { right: null, reply: reply<Snapshot>() },

  ...saleCommands,
  ...billCommands,
  ...salesCommands,
  ...tabCommands,
  ...giftCardCommands,
  ...customerCommands,
  ...drawerCommands,
  ...parkedCommands,
  ...linkCommands,
  ...orderCommands,
  ...catalogueCommands,
  ...counterTerminalCommands,
  ...settingsCommands,

  /** The answer to `close_asked`: closes the app during a sale, or continues it. */
  'app.close': { right: null, payload: z.strictObject({ close: z.boolean() }) },
  /** Reloads the window's page; main keeps what is in progress. Refused if the page's files cannot be read. */
  'app.reload': { right: null },

  ...reportCommands,
  ...staffCommands,
  ...auditCommands,
  ...paymentCommands,
  ...noteCommands,
  ...savedSearchCommands,
  ...terminalCommands,
  ...printerCommands,
  ...peripheralCommands,
  ...serviceCommands,
  ...healthCommands,
  ...computerCommands,
  ...setupCommands,
} as const satisfies Readonly<Record<string, CommandRow>>

type Rows = typeof posCommands
export type PosCommandName = keyof Rows

export type PosCommandPayload<Name extends PosCommandName> = Rows[Name] extends {
  readonly payload: infer Schema extends z.ZodType
}
  ? z.infer<Schema>
  : undefined

export type PosReply<Name extends PosCommandName> = Rows[Name] extends {
  readonly reply: Reply<infer Value>
}
  ? Value
  : null

export type PosResult<Name extends PosCommandName> = Result<PosReply<Name>, CommandRefusal>

/** The row of a command, with the common type. */
export const commandRow = (name: PosCommandName): CommandRow => posCommands[name]
