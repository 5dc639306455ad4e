import type { TerminalCommand } from '../../../src-shared/terminal/messages.ts'
import { cardOf, withWear } from '../../../src-terminal/cards/test-cards.ts'
import { type Action, type KeypadKey, pressKey } from '../../../src-terminal/device/actions.ts'

type Command<Name extends TerminalCommand['name']> = Extract<TerminalCommand, { name: Name }>

export const readCard: Command<'read_card'> = {
  name: 'read_card',
  amount: 1481,
  currency: 'USD',
  confirm_amount: false,
  aid: null,
  include_pin: false,
  include_avs: false,
  beep: false,
}
export const readManual: Command<'read_manual'> = {
  name: 'read_manual',
  amount: 1481,
  currency: 'USD',
  include_cvv: true,
  include_avs: true,
  beep: false,
}
export const tip: Command<'tip'> = {
  name: 'tip',
  prompt: 'Add a tip?',
  amount: 1234,
  currency: 'USD',
  percent_presets: [15, 18, 20],
  custom: true,
}
export const readSignature: Command<'read_signature'> = {
  name: 'read_signature',
  prompt: 'Please sign',
  width: 240,
  height: 80,
  format: 'bmp',
  image_type: 'binary',
  gzip: false,
}
export const showOutcome: Command<'show_outcome'> = {
  name: 'show_outcome',
  approved: true,
  message: 'Approved',
  amount: 1481,
  currency: 'USD',
  clear_after_ms: 1500,
}
export const print: Command<'print'> = {
  name: 'print',
  lines: [{ kind: 'pair', left: 'Total USD', right: '$14.81', weight: 'bold' }],
  delay_ms: 0,
}
export const readInput = (format: string): Command<'read_input'> => ({
  name: 'read_input',
  prompt: 'Phone number',
  format,
  beep: false,
})

export const visa = cardOf('4111111111111111')
export const wornCard = withWear(visa, 'worn chip')
export const wornOutCard = withWear(visa, 'worn out')
export const chiplessCard = withWear(visa, 'no chip')
export const phone = withWear(visa, 'in a phone')
export const visaDebit = cardOf('4000056655665556')
export const insertVisa: Action = { kind: 'insert_card', card: visa }
export const green = pressKey('green')
export const red = pressKey('red')
export const yellow = pressKey('yellow')
export const type = (digits: string): readonly Action[] =>
  Array.from(digits, (digit) => pressKey(digit as KeypadKey))
