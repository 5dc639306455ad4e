import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { languageSchema, optionalField, timestampSchema } from './common.ts'

export const emailAddressSchema = emailSchema
  .max(254)
  .meta({ description: 'One e-mail address, without a display name.' })

/** Ours. */
export const localeSchema = languageSchema.meta({
  description:
    "The language of the message. Defaults to the customer's language, or else the language of the service.",
})

/**
 * Section 4.2: sends a link or a receipt by e-mail. Without an override a link goes to the session's customer_email,
 * and a receipt to the payer's own address.
 */
export const sendEmailBodySchema = z.strictObject({
  /** 99, plus the payer's address: every mail server accepts 100 recipients per mail (RFC 5321, 4.5.3.1.8). */
  cc_email_addresses: optionalField(
    z.array(emailAddressSchema).max(99),
    'E-mail addresses that receive a copy.',
  ),
  email_override: optionalField(
    emailAddressSchema,
    "Sends the message to this address instead of the payer's own.",
  ),
  locale: localeSchema.optional(),
})
export type SendEmailBody = z.infer<typeof sendEmailBodySchema>

/** Section 4.2: E.164, a plus sign and up to 15 digits, the first of them not 0. */
export const phoneNumberSchema = z
  .string()
  .regex(/^\+[1-9]\d{1,14}$/, { error: 'a telephone number in E.164 such as +15550100123' })
  .meta({ description: 'A telephone number in E.164 format, such as +15550100123.', example: '+15550100123' })

/** Section 4.2, send link by SMS. */
export const sendSmsBodySchema = z.strictObject({
  phone_number: phoneNumberSchema,
  locale: localeSchema.optional(),
})
export type SendSmsBody = z.infer<typeof sendSmsBodySchema>

/**
 * Section 4.2. `success` is false if the message was not accepted for delivery, or if that is unknown; `message` gives
 * which, and why.
 */
export const sendReplySchema = z
  .object({
    success: z.boolean().meta({
      description:
        'Whether the message was accepted for delivery. false: it was not accepted, or it is unknown whether it was.',
    }),
    message: z.string().meta({ description: 'The outcome and its reason.' }),
  })
  .meta({ id: 'SendReply' })
export type SendReply = z.infer<typeof sendReplySchema>

export const receiptLinkQuerySchema = z.strictObject({ locale: localeSchema.optional() })

/** Not in the specification: the page of a payment's receipt, which anyone with the address can read. */
export const receiptLinkSchema = z
  .object({
    url: z.string().meta({
      description:
        'The page of the receipt, for the customer. Anybody who has the address can read the receipt',
    }),
    expires_at: timestampSchema,
  })
  .meta({ id: 'ReceiptLink' })
export type ReceiptLink = z.infer<typeof receiptLinkSchema>

/** An e-mail that a sandbox sent. */
export const sentMailSchema = z
  .object({
    kind: z.literal('email'),
    account_id: z.string(),
    from: z.object({ name: z.string(), address: z.string() }),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sent_at: timestampSchema,
  })
  .meta({ id: 'SentMail' })
export type SentMail = z.infer<typeof sentMailSchema>

/** A text message that a sandbox sent. */
export const sentSmsSchema = z
  .object({
    kind: z.literal('sms'),
    account_id: z.string(),
    /** One number in E.164. */
    to: z.array(z.string()),
    text: z.string(),
    /** The number of messages it is sent and charged as. */
    segments: z.number().int(),
    sent_at: timestampSchema,
  })
  .meta({ id: 'SentSms' })
export type SentSms = z.infer<typeof sentSmsSchema>

export type SentMessage = SentMail | SentSms

/** The last hundred messages since the service started, newest first. */
export const outboxSchema = z.object({
  data: z.array(z.discriminatedUnion('kind', [sentMailSchema, sentSmsSchema])),
})
