import { type ServiceError, serviceError } from '../../../src-shared/api/errors.ts'
import type { ParsedBody } from '../../../src-shared/api/operations.ts'
import type { EntryMode } from '../../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { isTap } from '../../../src-shared/payments/entry-mode.ts'
import type { ChipData } from '../../../src-shared/terminal/messages.ts'
import type { CommandNamed } from '../link/gateway.ts'
import type { TerminalRow } from '../rows.ts'

export type SignatureOptions = Pick<
  ParsedBody<'terminals.read_signature'>,
  'gzip_signature' | 'signature_format' | 'signature_image_type' | 'signature_dimensions'
>

/** Section 4.4 with the defaults of docs/terminals.md: a gzipped 1-bit bmp of 480 by 160 pixels. */
export function signatureCommand(prompt: string, options: SignatureOptions): CommandNamed<'read_signature'> {
  const [width = 480, height = 160] = (options.signature_dimensions ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number)
  return {
    name: 'read_signature',
    prompt,
    width,
    height,
    format: options.signature_format ?? 'bmp',
    image_type: options.signature_image_type ?? 'binary',
    gzip: options.gzip_signature ?? true,
  }
}

export const signatureUnsupported = (hsn: string): ServiceError =>
  serviceError(
    'signature_unsupported',
    `Terminal ${hsn} cannot take signatures. Leave include_signature out, or let the customer sign at the POS. Nothing was charged.`,
    { param: 'hsn' },
  )

/** Contactless sales below this amount, in cents, need no signature, by the rules of the card networks. */
export const contactlessSignatureFrom = 2500

/** The facts that decide whether to sign. The amount is in cents. */
interface CardFacts {
  readonly entryMode: EntryMode | null
  readonly chip: ChipData | null
  /** Whether the customer entered a PIN. */
  readonly pin: boolean
  readonly amount: Cents
}

/**
 * Whether an approved customer signs: if requested and supported by the terminal, but not after verification by PIN or
 * by the customer's own device, and not for small contactless sales.
 */
export function signs(
  terminal: TerminalRow,
  { entryMode, chip, pin, amount }: CardFacts,
  requested: boolean,
): boolean {
  if (!requested || !terminal.document.device_capabilities.signature) return false
  if (pin || chip?.verification === 'pin' || chip?.verification === 'device') return false
  return entryMode === null || !isTap(entryMode) || amount >= contactlessSignatureFrom
}
