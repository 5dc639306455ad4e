import { z } from 'zod'
import { amountSchema } from '../api/schemas/common.ts'
import type { Result } from '../result.ts'
import type { PosCommandName } from './channels.ts'
import { installerCommands, type TerminalCard, type TrialResult } from './installer.ts'
import { managerCommands, type PaymentHistory, type PaymentPage } from './manager.ts'
import { paymentEntrySchema } from './sale.ts'
import { type Snapshot, settingsSchema } from './snapshot.ts'
import { staffCommands } from './staff.ts'

/**
 * What the counter's window may ask of main. One channel each; main checks the sender and, for the manager's and the
 * installer's, the role that is open, parses the payload and answers a Result. The outcome of a sale or of an action
 * on a payment is never the answer of a command: it arrives in the snapshot.
 */
export const posCommands = {
  'snapshot.get': z.undefined(),
  /** Charges `amount` cents (more than 0). Refused unless the sale is ready. */
  'sale.charge': z.strictObject({
    amount: amountSchema.min(1),
    entry: paymentEntrySchema,
    note: z.string().max(200),
  }),
  /** Asks to stop the sale that is under way. The authorization's outcome decides. */
  'sale.cancel': z.undefined(),
  /** Goes on without waiting for the customer's tip. */
  'sale.skip_tip': z.undefined(),
  /** After a decline or a stop that can be retried: the same intent, the next attempt. */
  'sale.retry': z.strictObject({ entry: paymentEntrySchema }),
  /** Approved after a cancel, or for less than asked: keep the payment or void it. */
  'sale.decide': z.strictObject({ choice: z.enum(['keep', 'void']) }),
  /** A signature drawn on the POS screen as a PNG data URL, or null to go on without. */
  'sale.sign': z.strictObject({
    signature: z
      .string()
      .max(200_000)
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/)
      .nullable(),
  }),
  /** Prints the receipt of the approved sale on the terminal. */
  'sale.print': z.undefined(),
  /** Leaves a finished sale: cancels an open intent, clears the terminal, back to ready. */
  'sale.finish': z.undefined(),
  /** Connects again. `force` ends the other session and cancels what it is running. */
  'terminal.connect': z.strictObject({ force: z.boolean() }),
  /** Opens the virtual terminal's window, in training mode only. */
  'terminal.show_virtual': z.undefined(),
  'settings.update': settingsSchema.partial(),
  ...staffCommands,
  ...managerCommands,
  ...installerCommands,
} as const satisfies Record<PosCommandName, z.ZodType>

export type PosCommand = PosCommandName
export type PosCommandPayload<Name extends PosCommand> = z.infer<(typeof posCommands)[Name]>

/** Why main did not do what a window asked. `code` picks the words; `message` is for the log. */
export interface CommandRefusal {
  readonly code: RefusalCode
  readonly message: string
}

export const refusalCodes = [
  'payload_invalid',
  'not_now',
  'not_available',
  'not_found',
  'failed',
  /** The role that this command needs is not open, or has closed meanwhile. */
  'role_needed',
  'pin_wrong',
  /** Too many wrong PINs; until when is in the snapshot. */
  'pin_locked',
  'pin_not_chosen',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** What a command answers besides "done". */
interface Replies {
  readonly 'snapshot.get': Snapshot
  readonly 'payments.search': PaymentPage
  readonly 'payments.open': PaymentHistory
  readonly 'payments.act': { readonly action_id: string }
  readonly 'terminals.list': readonly TerminalCard[]
  readonly 'terminals.try': TrialResult
}
export type PosReply<Name extends PosCommand> = Name extends keyof Replies ? Replies[Name] : null
export type PosResult<Name extends PosCommand> = Result<PosReply<Name>, CommandRefusal>

type Call<Name extends PosCommand> =
  undefined extends PosCommandPayload<Name>
    ? () => Promise<PosResult<Name>>
    : (payload: PosCommandPayload<Name>) => Promise<PosResult<Name>>

/** What preload exposes as `window.countertop`. */
export interface PosBridge {
  readonly getSnapshot: Call<'snapshot.get'>
  readonly charge: Call<'sale.charge'>
  readonly cancel: Call<'sale.cancel'>
  readonly skipTip: Call<'sale.skip_tip'>
  readonly retry: Call<'sale.retry'>
  readonly decide: Call<'sale.decide'>
  readonly sign: Call<'sale.sign'>
  readonly print: Call<'sale.print'>
  readonly finish: Call<'sale.finish'>
  readonly connectTerminal: Call<'terminal.connect'>
  readonly showVirtualTerminal: Call<'terminal.show_virtual'>
  readonly updateSettings: Call<'settings.update'>
  readonly enterStaff: Call<'staff.enter'>
  readonly choosePin: Call<'staff.choose_pin'>
  readonly leaveStaff: Call<'staff.leave'>
  readonly searchPayments: Call<'payments.search'>
  readonly openPayment: Call<'payments.open'>
  readonly actOnPayment: Call<'payments.act'>
  readonly printPayment: Call<'payments.print'>
  readonly dismissAction: Call<'payments.dismiss'>
  readonly listTerminals: Call<'terminals.list'>
  readonly pairTerminal: Call<'terminals.pair'>
  readonly stopPairing: Call<'terminals.stop_pairing'>
  readonly useTerminal: Call<'terminals.use'>
  readonly tryTerminal: Call<'terminals.try'>
  readonly stopTry: Call<'terminals.stop_try'>
  readonly addVirtualTerminal: Call<'terminals.add_virtual'>
  readonly carrySerialPort: Call<'devices.carry'>
  readonly removeVirtualTerminal: Call<'terminals.remove_virtual'>
  /** @returns the function that ends the subscription. */
  readonly onSnapshot: (listener: (snapshot: Snapshot) => void) => () => void
}
