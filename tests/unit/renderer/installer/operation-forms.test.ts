import { describe, expect, test } from 'vitest'
import {
  asksCustomer,
  fieldsOf,
  firstWritten,
  operationFields,
} from '../../../../src-renderer/installer/operation-forms.ts'
import { inGroups, isSerialId, nextVirtualId } from '../../../../src-renderer/installer/serial-id.ts'
import { hsnSchema } from '../../../../src-shared/api/schemas/hsn.ts'
import { posCommands } from '../../../../src-shared/pos/commands.ts'
import { type TerminalListItem, tryableOperations } from '../../../../src-shared/pos/terminals/installer.ts'

describe('the form of an operation', () => {
  test.each(tryableOperations)('the form of %s can be sent with its initial values', (operation) => {
    const fields = fieldsOf(
      operation,
      firstWritten(operation, () => 'Please sign'),
    )
    const sent = { hsn: 'VT-1', operation, fields }
    expect(posCommands['terminals.try'].payload.parse(sent)).toEqual(sent)
  })

  test('the form of an operation converts an amount to cents, and is not sent without one', () => {
    expect(fieldsOf('auth_card', { amount: '12.50' })).toEqual({ amount: 1250 })
    expect(fieldsOf('auth_card', { amount: '' })).toBeNull()
    expect(fieldsOf('auth_card', { amount: '0' })).toBeNull()
    expect(fieldsOf('auth_card', { amount: 'much' })).toBeNull()
  })

  test('the form of an operation is not sent with an empty question, but clears the display with an empty text', () => {
    expect(fieldsOf('read_confirmation', { prompt: ' ' })).toBeNull()
    expect(fieldsOf('display', { text: '' })).toEqual({ text: '' })
  })

  test('the form of an operation limits texts to the lengths of section 4.4', () => {
    expect(operationFields.read_signature[0]).toMatchObject({ name: 'prompt', longest: 16 })
    expect(operationFields.display[0]).toMatchObject({ name: 'text', longest: 1000 })
  })

  test('operations that ask the customer can be stopped', () => {
    expect(tryableOperations.filter(asksCustomer)).toEqual([
      'read_confirmation',
      'read_input',
      'tip',
      'read_signature',
      'read_card',
      'read_manual',
      'auth_card',
      'auth_manual',
    ])
  })
})

describe('a serial identifier', () => {
  test.each(['VT-2001', 'A920.1180_4417', '', 'A 920', 'ä', 'x'.repeat(65)])(
    'a serial identifier %s is valid if the service accepts it',
    (text) => {
      expect(isSerialId(text)).toBe(hsnSchema.safeParse(text).success)
    },
  )

  test('the default serial identifier of a new virtual terminal is the first unused one', () => {
    const named = (hsn: string) => ({ hsn }) as TerminalListItem
    expect(nextVirtualId([])).toBe('VT-2001')
    expect(nextVirtualId([named('VT-2001'), named('VT-2003')])).toBe('VT-2002')
  })

  test('a terminal’s activation code is read in two groups', () => {
    expect(inGroups('48290157')).toBe('4829 0157')
  })
})
