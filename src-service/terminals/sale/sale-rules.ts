import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { AuthCardBody } from '../../../src-shared/api/schemas/terminal-card.ts'
import { mayBePaid } from '../../authorize/may-be-paid.ts'
import type { TerminalRow } from '../rows.ts'
import { signatureUnsupported } from './signature.ts'

/** The common fields of auth_card and auth_manual (section 4.4). */
export type SaleBody = Omit<AuthCardBody, 'aid' | 'include_pin' | 'confirm_amount'>

/** The options that need hardware. */
type HardwareOptions = Pick<
  AuthCardBody,
  'hsn' | 'include_signature' | 'print_receipt' | 'print_extra_receipt' | 'include_pin'
>

/**
 * Refuses a sale before the customer is asked for a card, so that the error means that no money moved
 * (docs/decisions/0002). Only explicit requests are refused; a default that the hardware does not support is skipped.
 */
export function refuseBeforePrompt(
  terminal: TerminalRow,
  intent: PaymentIntent,
  options: HardwareOptions,
): ServiceError | null {
  const payable = mayBePaid(intent)
  return payable.ok ? refuseHardware(terminal, options) : payable.error
}

/** Refuses options for which the terminal has no hardware. */
export function refuseHardware(terminal: TerminalRow, options: HardwareOptions): ServiceError | null {
  const hardware = terminal.document.device_capabilities
  if (options.include_signature === true && !hardware.signature) return signatureUnsupported(options.hsn)
  const printed = (['print_receipt', 'print_extra_receipt'] as const).find((name) => options[name] === true)
  if (printed !== undefined && !hardware.printer) {
    return serviceError(
      'printing_unsupported',
      `Terminal ${options.hsn} has no printer. Leave ${printed} out and print at the counter. Nothing was charged.`,
      { param: printed },
    )
  }
  if (options.include_pin === true && !hardware.pin_pad) {
    return serviceError(
      'terminal_parameter_invalid',
      `Terminal ${options.hsn} has no PIN pad. Leave include_pin out. Nothing was charged.`,
      { param: 'include_pin' },
    )
  }
  return null
}
