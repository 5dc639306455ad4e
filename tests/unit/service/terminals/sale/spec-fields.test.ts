import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { terminalOperations } from '../../../../../src-shared/api/operations/terminals.ts'

type Name = keyof typeof terminalOperations

const signature = ['gzip_signature', 'signature_format', 'signature_image_type', 'signature_dimensions']
const sale = [
  'hsn',
  'payment_intent_id',
  'auth_code',
  'print_receipt',
  'include_signature',
  'include_amount_display',
  'beep',
  'include_avs',
  'clear_display_delay',
  'print_delay',
  'print_extra_receipt',
  'receipt_header',
  'receipt_footer',
  'receipt_dba',
  'receipt_phone',
  'receipt_address1',
  'receipt_address2',
  ...signature,
]
const token = ['hsn', 'amount', 'include_signature', 'beep', ...signature]

/** The body fields of the table in section 4.4, row by row; `client` is an addition of this service. */
const table: readonly (readonly [Name, readonly string[], readonly string[]])[] = [
  ['terminals.connect', ['hsn', 'force', 'client'], ['hsn']],
  ['terminals.date_time', ['dateTime', 'hsn'], ['dateTime', 'hsn']],
  ['terminals.activation_code', ['hsn', 'claim_code'], ['hsn']],
  ['terminals.rename', ['hsn', 'name'], ['hsn', 'name']],
  ['terminals.release', ['hsn'], ['hsn']],
  ['terminals.transfer', ['hsn', 'account_id'], ['hsn', 'account_id']],
  ['terminals.list_terminals', ['merchant_id'], ['merchant_id']],
  ['terminals.terminal_details', ['merchant_id'], ['merchant_id']],
  ['terminals.ping', ['hsn'], ['hsn']],
  ['terminals.disconnect', ['hsn'], ['hsn']],
  ['terminals.get_pan_pad_version', ['hsn'], ['hsn']],
  ['terminals.display', ['hsn', 'text'], ['hsn', 'text']],
  ['terminals.read_confirmation', ['hsn', 'prompt', 'beep'], ['hsn', 'prompt']],
  ['terminals.read_input', ['hsn', 'prompt', 'format', 'beep'], ['hsn', 'format']],
  ['terminals.read_signature', ['hsn', 'prompt', ...signature], ['hsn', 'prompt']],
  [
    'terminals.print_receipt',
    ['hsn', 'payment_id', 'print_extra_receipt', 'print_delay'],
    ['hsn', 'payment_id'],
  ],
  [
    'terminals.read_card',
    [...token, 'include_amount_display', 'confirm_amount', 'include_pin', 'aid'],
    ['hsn', 'amount'],
  ],
  ['terminals.read_manual', [...token, 'include_expiration_date'], ['hsn', 'amount']],
  [
    'terminals.auth_card',
    [...sale, 'aid', 'bin', 'include_pin', 'confirm_amount'],
    ['hsn', 'payment_intent_id'],
  ],
  ['terminals.auth_manual', [...sale, 'include_cvv'], ['hsn', 'payment_intent_id']],
  [
    'terminals.tip',
    ['hsn', 'prompt', 'amount', 'include_custom_tip_amount', 'tip_percent_presets'],
    ['hsn', 'amount'],
  ],
  ['terminals.cancel', ['hsn'], ['hsn']],
]

describe.each(table)('%s', (name, fields, required) => {
  const row = terminalOperations[name]
  const { shape } = (row as unknown as { readonly body: z.ZodObject }).body

  test('the operation is a POST under /terminals/processor/ with its own name', () => {
    expect(row.method).toBe('POST')
    expect(row.path).toBe(`/terminals/processor/${name.replace('terminals.', '')}`)
  })

  test('the operation accepts only the fields of the specification, and requires the mandatory ones', () => {
    expect(Object.keys(shape).sort()).toEqual([...fields].sort())
    const insists = Object.entries(shape).flatMap(([field, schema]) =>
      (schema as z.ZodType).safeParse(undefined).success ? [] : [field],
    )
    expect(insists.sort()).toEqual([...required].sort())
  })
})

test('every operation under /terminals/processor/ that has a body is in the table', () => {
  const rows = Object.entries(terminalOperations).flatMap(([name, row]) =>
    'body' in row && row.path.startsWith('/terminals/processor/') ? [name] : [],
  )
  expect(rows.sort()).toEqual(table.map(([name]) => name).sort())
})
