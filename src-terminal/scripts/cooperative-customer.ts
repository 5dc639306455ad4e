import { percentOf } from '../../src-shared/money.ts'
import { assertNever } from '../../src-shared/result.ts'
import type { Action, KeypadKey, TipChoice } from '../device/actions.ts'
import { pressKey } from '../device/actions.ts'
import type {
  ChooseApplicationScreen,
  Screen,
  TipScreen,
  TypingScreen,
  WaitingForCardScreen,
} from '../device/screen-state.ts'
import { inputFormat } from '../prompts/input-format.ts'
import { plausibleSignature } from '../prompts/signature/plausible.ts'
import { type Customer, plasticOf } from './script.ts'

/** A customer who does what every screen asks; other scripts differ from this one where necessary. */
export function cooperate(screen: Screen, customer: Customer): Action | null {
  switch (screen.kind) {
    case 'confirm':
    case 'confirm_amount':
      return pressKey('green')
    case 'input':
      return typeInput(screen.format, screen.text)
    case 'tip':
      return { kind: 'choose_tip', choice: tipChoice(screen, customer) }
    case 'custom_tip':
      return typeTip(tipOf(screen, customer), screen.tip)
    case 'waiting_for_card':
      return presentCard(screen, customer)
    case 'typing':
      return typeDigits(digitsOf(screen, customer), screen.length)
    case 'choose_application':
      return { kind: 'choose_application', aid: applicationOf(screen, customer) }
    case 'pin':
      return typeDigits(customer.pin, screen.digits)
    case 'signing':
      return { kind: 'sign', strokes: plausibleSignature(Number(customer.card.slice(-4))) }
    case 'outcome':
      return screen.cardIn ? { kind: 'remove_card' } : null
    case 'remove_card':
      return { kind: 'remove_card' }
    case 'starting':
    case 'offline':
    case 'welcome':
    case 'message':
    case 'reading_card':
    case 'processing':
    case 'wait':
    case 'printing':
    case 'paper_out':
      return null
    default:
      return assertNever(screen)
  }
}

/** Returns the next key of the text to type; green once it is complete. */
export function typeDigits(wanted: string, typed: number): Action {
  const next = wanted.charAt(typed)
  return pressKey(isDigit(next) ? next : 'green')
}

const isDigit = (text: string): text is KeypadKey => /^\d$/.test(text)

function tipOf({ amount }: { readonly amount: number }, { tip }: Customer): number {
  return typeof tip === 'number' ? tip : percentOf(amount, Number.parseInt(tip, 10))
}

function typeTip(wanted: number, typed: number): Action {
  if (wanted === 0) return { kind: 'choose_tip', choice: { kind: 'none' } }
  return typeDigits(String(wanted), typed === 0 ? 0 : String(typed).length)
}

function tipChoice(screen: TipScreen, customer: Customer): TipChoice {
  const wanted = tipOf(screen, customer)
  if (wanted === 0) return { kind: 'none' }
  const preset = screen.presets.find(({ tip }) => tip === wanted)
  if (preset !== undefined) return { kind: 'preset', percent: preset.percent }
  return screen.custom ? { kind: 'custom' } : { kind: 'none' }
}

function presentCard(screen: WaitingForCardScreen, customer: Customer): Action {
  const { entry } = customer
  const card = plasticOf(customer)
  if (screen.cardIn) return { kind: 'remove_card' }
  if (entry === 'manual') return { kind: 'enter_by_hand' }
  if ((entry === 'tap' || entry === 'phone') && screen.tap) return { kind: 'tap_card', card }
  if (entry !== 'swipe' && screen.insert) return { kind: 'insert_card', card }
  return { kind: 'swipe_card', card }
}

function applicationOf({ applications }: ChooseApplicationScreen, { application }: Customer): string {
  // The debit application comes first.
  return (application === 'debit' ? applications[0] : applications.at(-1))?.aid ?? ''
}

function digitsOf(screen: TypingScreen, customer: Customer): string {
  const plastic = plasticOf(customer)
  switch (screen.field) {
    case 'number':
      return plastic.number
    case 'expiry':
      return `${plastic.exp_month}${plastic.exp_year.slice(-2)}`
    case 'cvv':
      return plastic.cvv
    case 'postal_code':
      return '94107'
    default:
      return assertNever(screen.field)
  }
}

function typeInput(format: string, text: string): Action | null {
  const known = inputFormat(format)
  if (known === null) return null
  const wanted = format === 'MMYY' ? '1228' : '5550142368'.repeat(4).slice(0, Math.max(known.shortest, 4))
  return typeDigits(wanted.slice(0, known.longest), text.length)
}
