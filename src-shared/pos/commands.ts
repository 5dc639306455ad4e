import { z } from 'zod'
import { amountSchema } from '../api/schemas/common.ts'
import type { Result } from '../result.ts'
import type { PosCommandName } from './channels.ts'
import { paymentEntrySchema } from './sale.ts'
import { type Snapshot, settingsSchema } from './snapshot.ts'

/**
 * What the cashier's window may ask of main. One channel each; main checks the sender, parses the payload and
 * answers a Result. The outcome of a sale is never the answer of a command: it arrives in the snapshot.
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
} as const satisfies Record<PosCommandName, z.ZodType>

export type PosCommand = PosCommandName
export type PosCommandPayload<Name extends PosCommand> = z.infer<(typeof posCommands)[Name]>

/** Why main did not do what a window asked. `code` picks the words; `message` is for the log. */
export interface CommandRefusal {
  readonly code: 'payload_invalid' | 'not_now' | 'not_available' | 'failed'
  readonly message: string
}

export type PosReply<Name extends PosCommand> = Name extends 'snapshot.get' ? Snapshot : null
export type PosResult<Name extends PosCommand> = Result<PosReply<Name>, CommandRefusal>

/** What preload exposes as `window.countertop`. */
export interface PosBridge {
  readonly getSnapshot: () => Promise<PosResult<'snapshot.get'>>
  readonly charge: (payload: PosCommandPayload<'sale.charge'>) => Promise<PosResult<'sale.charge'>>
  readonly cancel: () => Promise<PosResult<'sale.cancel'>>
  readonly skipTip: () => Promise<PosResult<'sale.skip_tip'>>
  readonly retry: (payload: PosCommandPayload<'sale.retry'>) => Promise<PosResult<'sale.retry'>>
  readonly decide: (payload: PosCommandPayload<'sale.decide'>) => Promise<PosResult<'sale.decide'>>
  readonly sign: (payload: PosCommandPayload<'sale.sign'>) => Promise<PosResult<'sale.sign'>>
  readonly print: () => Promise<PosResult<'sale.print'>>
  readonly finish: () => Promise<PosResult<'sale.finish'>>
  readonly connectTerminal: (
    payload: PosCommandPayload<'terminal.connect'>,
  ) => Promise<PosResult<'terminal.connect'>>
  readonly showVirtualTerminal: () => Promise<PosResult<'terminal.show_virtual'>>
  readonly updateSettings: (
    payload: PosCommandPayload<'settings.update'>,
  ) => Promise<PosResult<'settings.update'>>
  /** @returns the function that ends the subscription. */
  readonly onSnapshot: (listener: (snapshot: Snapshot) => void) => () => void
}
