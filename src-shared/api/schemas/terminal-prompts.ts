import { z } from 'zod'
import { amountSchema, optionalField } from './common.ts'
import {
  receiptDataSchema,
  signatureFormatSchema,
  signatureImageTypeSchema,
  signatureSchema,
} from './payment.ts'
import { withHsn } from './terminal.ts'

export const displayBodySchema = z.strictObject({ ...withHsn, text: z.string().max(1000) })
export const displayReplySchema = z.object({ text: z.string() })

const promptSchema = z.string().max(200)
export const beepField = optionalField(
  z.boolean(),
  'Whether the terminal beeps when it asks. Defaults to false.',
)

export const readConfirmationBodySchema = z.strictObject({
  ...withHsn,
  prompt: promptSchema.min(1),
  beep: beepField,
})
export const readConfirmationReplySchema = z.object({ confirmed: z.boolean() })

/** 1 to 32. */
const length = '(?:[1-9]|[12]\\d|3[0-2])'

/**
 * Section 4.4, read_input, case-sensitive: PHONE, AMOUNT, MMYY, or digits (`N`) or letters and digits (`AN`) of
 * exactly x (`Nx`) or of x to y (`Nx,y`) characters, at most 32.
 */
export const inputFormatSchema = z
  .string()
  .regex(new RegExp(`^(?:PHONE|AMOUNT|MMYY|A?N${length}|A?N(?:0|${length}),${length})$`), {
    error: 'PHONE, AMOUNT, MMYY, or N or AN with a length of 1 to 32 such as N4 or AN4,6',
  })
  .refine((format) => {
    const [shortest = 0, longest = shortest] = format.replace(/^A?N/, '').split(',').map(Number)
    return !(shortest > longest)
  }, 'a format whose minimum length is not greater than its maximum, such as N4,6')

export const readInputBodySchema = z.strictObject({
  ...withHsn,
  prompt: optionalField(promptSchema, 'The question to show. Defaults to a text that fits the format.'),
  format: inputFormatSchema.meta({
    description:
      'The format of the input: PHONE, AMOUNT (cents), MMYY, Nx (x digits), Nx,y (x to y digits), ANx or ANx,y (letters and digits). At most 32 characters.',
  }),
  beep: beepField,
})
export const readInputReplySchema = z.object({ input: z.string() })

const presetSchema = z.number().int().min(1).max(100)

/**
 * The service checks that presets, custom or both are offered. At most three presets, as on terminals in the field
 * (docs/decisions/0010): with the custom amount and no tip, more do not fit their screens.
 */
export const tipBodySchema = z.strictObject({
  ...withHsn,
  prompt: optionalField(promptSchema, 'The question to show. Defaults to a question about a tip.'),
  amount: amountSchema,
  include_custom_tip_amount: optionalField(
    z.boolean(),
    'Whether the customer can type a custom amount. Defaults to true.',
  ),
  tip_percent_presets: optionalField(
    z.array(presetSchema).max(3),
    'Tips to offer, as whole percents of the amount, rounded half up to the cent. Defaults to none.',
  ),
})
const centsText = z.string().regex(/^\d{1,16}$/)
/** Cents as strings (section 4.4). */
export const tipReplySchema = z.object({ tip: centsText, amount: centsText, total: centsText })

/** "width,height" in pixels, each 1..999. */
export const signatureDimensionsSchema = z
  .string()
  .regex(/^[1-9]\d{0,2},[1-9]\d{0,2}$/, { error: 'width,height in pixels, each 1 to 999, such as 300,100' })

export const signatureOptions = {
  gzip_signature: optionalField(
    z.boolean(),
    'Whether the image is compressed with gzip before base64. Defaults to true.',
  ),
  signature_format: optionalField(signatureFormatSchema, 'The format of the image. Defaults to bmp.'),
  signature_image_type: optionalField(
    signatureImageTypeSchema,
    'The colour depth of the image. Defaults to binary (1 bit per pixel).',
  ),
  signature_dimensions: optionalField(
    signatureDimensionsSchema,
    'Size of the image as width,height in pixels. Defaults to 480,160.',
  ),
}

export const readSignatureBodySchema = z.strictObject({
  ...withHsn,
  /** As many characters as the smallest signature pads in the field show beside the line (docs/decisions/0010). */
  prompt: z.string().min(1).max(16),
  ...signatureOptions,
})
export const readSignatureReplySchema = z.object({ signature: signatureSchema })

export const printFields = {
  print_extra_receipt: optionalField(
    z.boolean(),
    "Whether to also print the merchant's copy, before the customer's. Defaults to false.",
  ),
  print_delay: optionalField(
    z.number().int().min(0).max(60_000),
    'Pause between the two copies, in ms. Defaults to 0.',
  ),
}

export const printReceiptBodySchema = z.strictObject({
  ...withHsn,
  payment_id: z.string().min(1).max(64),
  ...printFields,
})
export const printReceiptReplySchema = z.object({ receipt_data: receiptDataSchema })
