import { z } from 'zod'
import { amountSchema } from './common.ts'
import { withHsn } from './terminal.ts'
import { printDelaySchema, signatureOptions } from './terminal-prompts.ts'

/** What read_card and read_manual share: both make a token and charge nothing (section 4.4). */
const tokenFields = {
  ...withHsn,
  amount: amountSchema,
  include_signature: z.boolean().optional(),
  beep: z.boolean().optional(),
  ...signatureOptions,
}

export const readCardBodySchema = z.strictObject({
  ...tokenFields,
  include_amount_display: z.boolean().optional(),
  confirm_amount: z.boolean().optional(),
  include_pin: z.boolean().optional(),
  aid: z.enum(['debit', 'credit']).optional(),
})

/** Where the date is not asked for, the payment method's exp_month and exp_year are empty. */
export const readManualBodySchema = z.strictObject({
  ...tokenFields,
  include_expiration_date: z.boolean().optional(),
})

/** What auth_card and auth_manual share (section 4.4). Delays are milliseconds. */
const authorizationFields = {
  ...withHsn,
  payment_intent_id: z.string().min(1).max(64),
  auth_code: z.string().max(20).optional(),
  print_receipt: z.boolean().optional(),
  include_signature: z.boolean().optional(),
  include_amount_display: z.boolean().optional(),
  beep: z.boolean().optional(),
  include_avs: z.boolean().optional(),
  clear_display_delay: z.number().int().min(0).max(60_000).optional(),
  print_delay: printDelaySchema.optional(),
  print_extra_receipt: z.boolean().optional(),
  ...signatureOptions,
  receipt_header: z.string().max(500).optional(),
  receipt_footer: z.string().max(500).optional(),
  receipt_dba: z.string().max(100).optional(),
  receipt_phone: z.string().max(50).optional(),
  receipt_address1: z.string().max(100).optional(),
  receipt_address2: z.string().max(100).optional(),
}

export const authCardBodySchema = z.strictObject({
  ...authorizationFields,
  aid: z.enum(['debit', 'credit']).optional(),
  bin: z.boolean().optional(),
  include_pin: z.boolean().optional(),
  confirm_amount: z.boolean().optional(),
})
export type AuthCardBody = z.infer<typeof authCardBodySchema>

export const authManualBodySchema = z.strictObject({
  ...authorizationFields,
  include_cvv: z.boolean().optional(),
})
