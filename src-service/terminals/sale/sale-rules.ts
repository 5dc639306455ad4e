import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { EntryMode } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import type { ChipData } from '../../../src-shared/terminal/messages.ts'
import { mayBePaid } from '../../authorize/may-be-paid.ts'
import { signatureUnsupported } from '../operations/read-signature.ts'
import type { TerminalRow } from '../rows.ts'

/** What of a request the rules look at. */
interface Wishes {
  readonly hsn: string
  readonly include_signature?: boolean | undefined
  readonly print_receipt?: boolean | undefined
  readonly print_extra_receipt?: boolean | undefined
  readonly include_pin?: boolean | undefined
}

/** Contactless sales below this many cents need no signature, as the card networks have it. */
export const contactlessSignatureFrom = 2500

/**
 * What can be refused is refused before the customer is asked for a card, so that the error means that no money
 * moved (decision 2 in docs/decisions). Only what is explicitly asked for is refused; a default is left out.
 */
export function refuseBeforePrompt(
  terminal: TerminalRow,
  intent: PaymentIntent,
  wishes: Wishes,
): ServiceError | null {
  const payable = mayBePaid(intent)
  return payable.ok ? refuseHardware(terminal, wishes) : payable.error
}

/** What the terminal has no hardware for. */
export function refuseHardware(terminal: TerminalRow, wishes: Wishes): ServiceError | null {
  const hardware = terminal.document.device_capabilities
  if (wishes.include_signature === true && !hardware.signature) return signatureUnsupported(wishes.hsn)
  const printed = (['print_receipt', 'print_extra_receipt'] as const).find((wish) => wishes[wish] === true)
  if (printed !== undefined && !hardware.printer) {
    return serviceError(
      'printing_unsupported',
      `Terminal ${wishes.hsn} has no printer. Leave ${printed} out and print at the counter. Nothing was charged.`,
      { param: printed },
    )
  }
  if (wishes.include_pin === true && !hardware.pin_pad) {
    return serviceError(
      'terminal_parameter_invalid',
      `Terminal ${wishes.hsn} has no PIN pad. Leave include_pin out. Nothing was charged.`,
      { param: 'include_pin' },
    )
  }
  return null
}

/**
 * Whether an approved customer signs: when it is wanted and the terminal can, but not after a PIN or the customer's
 * own device has verified them, and not for small contactless sales.
 */
export function signs(
  terminal: TerminalRow,
  { entryMode, chip, pin, amount }: CardFacts,
  wanted: boolean,
): boolean {
  if (!wanted || !terminal.document.device_capabilities.signature) return false
  if (pin || chip?.verification === 'pin' || chip?.verification === 'device') return false
  return !isTap(entryMode) || amount >= contactlessSignatureFrom
}

/** What the rule of signatures looks at. The amount is cents. */
interface CardFacts {
  readonly entryMode: EntryMode | null
  readonly chip: ChipData | null
  /** The customer entered one. */
  readonly pin: boolean
  readonly amount: Cents
}
