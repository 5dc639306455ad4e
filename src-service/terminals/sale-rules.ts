import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { ChipData } from '../../src-shared/terminal/messages.ts'
import { mayBePaid } from '../payments/begin-payment.ts'
import { signatureUnsupported } from './operations/read-signature.ts'
import type { TerminalRow } from './rows.ts'

/** What of a request the rules look at. */
interface Wishes {
  readonly hsn: string
  readonly include_signature?: boolean | undefined
  readonly print_receipt?: boolean | undefined
  readonly include_pin?: boolean | undefined
}

/** Contactless sales below this many cents need no signature, as the card networks have it. */
const contactlessSignatureFrom = 2500

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
  if (!payable.ok) return payable.error
  const hardware = terminal.document.device_capabilities
  if (wishes.include_signature === true && !hardware.signature) return signatureUnsupported(wishes.hsn)
  if (wishes.print_receipt === true && !hardware.printer) {
    return serviceError(
      'printing_unsupported',
      `Terminal ${wishes.hsn} has no printer. Leave print_receipt out and print at the counter. Nothing was charged.`,
      { param: 'print_receipt' },
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
  payment: Payment,
  chip: ChipData | null,
  wanted: boolean,
): boolean {
  if (!wanted || !terminal.document.device_capabilities.signature) return false
  if (chip?.verification === 'pin' || chip?.verification === 'device') return false
  const contactless = payment.entry_mode === 'Contactless' || payment.entry_mode === 'DigitalWallet'
  return !contactless || payment.amount_authorized >= contactlessSignatureFrom
}
