import type { TryableOperation } from '../../src-shared/pos/terminals/installer.ts'
import { typedAmount } from '../i18n/typed-amount.ts'

/** A field that a person fills in before an operation runs: the fields of section 4.4, by their own names. */
export interface OperationField {
  readonly name: 'text' | 'prompt' | 'format' | 'amount' | 'signature_format'
  readonly kind: 'line' | 'lines' | 'choice' | 'amount'
  /** In characters. */
  readonly longest?: number
  readonly choices?: readonly string[]
  readonly optional?: boolean
}

const amount: OperationField = { name: 'amount', kind: 'amount', longest: 30 }
const prompt = (longest: number): OperationField => ({ name: 'prompt', kind: 'line', longest })

/** The formats of read_input: a phone number, an amount, a month and year, 4 to 8 digits, up to 16 letters or digits. */
const inputFormats = ['PHONE', 'AMOUNT', 'MMYY', 'N4,8', 'AN1,16'] as const

export const operationFields: Readonly<Record<TryableOperation, readonly OperationField[]>> = {
  ping: [],
  get_pan_pad_version: [],
  date_time: [],
  display: [{ name: 'text', kind: 'lines', longest: 1000 }],
  read_confirmation: [prompt(200)],
  read_input: [prompt(200), { name: 'format', kind: 'choice', choices: inputFormats }],
  tip: [amount],
  read_signature: [prompt(16), { name: 'signature_format', kind: 'choice', choices: ['png', 'bmp', 'jpg'] }],
  read_card: [amount],
  read_manual: [amount],
  auth_card: [amount],
  auth_manual: [amount],
  print_receipt: [],
}

/** Operations that ask the customer something; they can be stopped. */
export const asksCustomer = (operation: TryableOperation): boolean =>
  !['ping', 'get_pan_pad_version', 'date_time', 'display', 'print_receipt'].includes(operation)

export type Written = Readonly<Record<string, string>>

/** In cents: large enough to notice, small enough to be harmless if real. */
const firstAmount = '1.00'

/** The form's initial values; `words` returns a text in the screen's language. */
export function firstWritten(
  operation: TryableOperation,
  words: (name: OperationField['name']) => string,
): Written {
  return Object.fromEntries(
    operationFields[operation].map(({ name, kind, choices }) => [
      name,
      kind === 'choice' ? (choices?.[0] ?? '') : kind === 'amount' ? firstAmount : words(name),
    ]),
  )
}

/** @returns the fields to send; null while one is missing or is not an amount. */
export function fieldsOf(
  operation: TryableOperation,
  written: Written,
): Readonly<Record<string, string | number>> | null {
  const fields: Record<string, string | number> = {}
  for (const { name, kind } of operationFields[operation]) {
    const text = written[name] ?? ''
    if (kind === 'amount') {
      const cents = typedAmount(text)
      if (cents === null || cents === 0) return null
      fields[name] = cents
    } else {
      // An empty display clears the terminal's screen; everything else needs a text.
      if (text.trim() === '' && operation !== 'display') return null
      fields[name] = text
    }
  }
  return fields
}
