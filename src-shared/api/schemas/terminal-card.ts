import { z } from 'zod'
import { amountSchema, optionalField } from './common.ts'
import { withHsn } from './terminal.ts'
import { beepField, printFields, signatureOptions } from './terminal-prompts.ts'

/** Common fields of the operations that read a card (section 4.4); docs/terminals.md also has the defaults. */
const includeSignature = optionalField(
  z.boolean(),
  'Asks for a signature where one is needed; true without it. true on a terminal that takes none is refused',
)
const includeAmountDisplay = optionalField(z.boolean(), 'Shows the amount beside the prompt; true without it')
const chipFields = {
  confirm_amount: optionalField(
    z.boolean(),
    'Asks the customer to agree to the amount first; true without it',
  ),
  include_pin: optionalField(z.boolean(), 'Asks for the PIN; false without it'),
  aid: optionalField(
    z.enum(['debit', 'credit']),
    'Which application of the chip is used; without it the customer of a card with both chooses',
  ),
}

/** Common fields of read_card and read_manual: both make a token and charge nothing. */
const tokenFields = {
  ...withHsn,
  amount: amountSchema.meta({ description: 'Cents: what the customer is shown; nothing is charged' }),
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
  include_expiration_date: optionalField(z.boolean(), 'Asks for the date; true without it'),
})

const receiptLine = (longest: number) =>
  optionalField(
    z.string().max(longest),
    "On the receipt in place of the merchant's own; an empty text leaves the line out",
  )

/** Common fields of auth_card and auth_manual (section 4.4). */
const authorizationFields = {
  ...withHsn,
  payment_intent_id: z.string().min(1).max(64),
  auth_code: optionalField(z.string().max(20), 'Of an authorization that was given by telephone'),
  print_receipt: optionalField(z.boolean(), "Prints the customer's copy; false without it"),
  include_signature: includeSignature,
  include_amount_display: includeAmountDisplay,
  beep: beepField,
  include_avs: optionalField(z.boolean(), 'Asks for the postal code of the card; false without it'),
  clear_display_delay: optionalField(
    z.number().int().min(0).max(60_000),
    'Milliseconds that the outcome stays on the screen; 1500 without it',
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
    "true: gateway_response.bin of the payment has the card's first six digits, brand and funding",
  ),
})
export type AuthCardBody = z.infer<typeof authCardBodySchema>

export const authManualBodySchema = z.strictObject({
  ...authorizationFields,
  include_cvv: optionalField(z.boolean(), 'Asks for the security code; false without it'),
})
