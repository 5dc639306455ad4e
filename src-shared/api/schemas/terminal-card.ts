import { z } from 'zod'
import { amountSchema, optionalField } from './common.ts'
import { withHsn } from './terminal.ts'
import { beepField, printFields, signatureOptions } from './terminal-prompts.ts'

/** Common fields of the operations that read a card (section 4.4); docs/terminals.md also has the defaults. */
const includeSignature = optionalField(
  z.boolean(),
  'Whether to ask for a signature if one is needed. Defaults to true. An explicit true is refused on a terminal that cannot take signatures.',
)
const includeAmountDisplay = optionalField(
  z.boolean(),
  'Whether to show the amount beside the prompt. Defaults to true.',
)
const chipFields = {
  confirm_amount: optionalField(
    z.boolean(),
    'Whether the customer must confirm the amount first. Defaults to true.',
  ),
  include_pin: optionalField(z.boolean(), 'Whether to ask for the PIN. Defaults to false.'),
  aid: optionalField(
    z.enum(['debit', 'credit']),
    'Which application of the chip to use. Without it, the customer chooses if the card has both.',
  ),
}

/** Common fields of read_card and read_manual: both make a token and charge nothing. */
const tokenFields = {
  ...withHsn,
  amount: amountSchema.meta({ description: 'Amount shown to the customer, in cents. Nothing is charged.' }),
  include_signature: includeSignature,
  beep: beepField,
  ...signatureOptions,
}

export const readCardBodySchema = z.strictObject({
  ...tokenFields,
  include_amount_display: includeAmountDisplay,
  ...chipFields,
})

/** If the date is not asked for, exp_month and exp_year of the payment method are empty. */
export const readManualBodySchema = z.strictObject({
  ...tokenFields,
  include_expiration_date: optionalField(
    z.boolean(),
    'Whether to ask for the expiry date. Defaults to true.',
  ),
})

const receiptLine = (longest: number) =>
  optionalField(
    z.string().max(longest),
    "Replaces the merchant's own text on the receipt. An empty string omits the line.",
  )

/** Common fields of auth_card and auth_manual (section 4.4). */
const authorizationFields = {
  ...withHsn,
  payment_intent_id: z.string().min(1).max(64),
  auth_code: optionalField(z.string().max(20), 'The code of an authorization that was given by telephone.'),
  print_receipt: optionalField(z.boolean(), "Whether to print the customer's copy. Defaults to false."),
  include_signature: includeSignature,
  include_amount_display: includeAmountDisplay,
  beep: beepField,
  include_avs: optionalField(z.boolean(), "Whether to ask for the card's postal code. Defaults to false."),
  clear_display_delay: optionalField(
    z.number().int().min(0).max(60_000),
    'How long the outcome stays on the screen, in ms. Defaults to 1500.',
  ),
  ...printFields,
  ...signatureOptions,
  receipt_header: receiptLine(500),
  receipt_footer: receiptLine(500),
  receipt_dba: receiptLine(100),
  receipt_phone: receiptLine(50),
  receipt_address1: receiptLine(100),
  receipt_address2: receiptLine(100),
}

export const authCardBodySchema = z.strictObject({
  ...authorizationFields,
  ...chipFields,
  bin: optionalField(
    z.boolean(),
    "Whether gateway_response.bin of the payment contains the card's first six digits, brand and funding.",
  ),
})
export type AuthCardBody = z.infer<typeof authCardBodySchema>

export const authManualBodySchema = z.strictObject({
  ...authorizationFields,
  include_cvv: optionalField(z.boolean(), 'Whether to ask for the security code. Defaults to false.'),
})
