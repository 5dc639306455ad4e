import { passesLuhn } from '../../src-shared/payments/luhn.ts'
import { brandOf } from '../cards/test-cards.ts'
import type { CardField, ScreenNotice, TypingScreen } from '../device/screen-state.ts'
import { isMonth, monthAndYear } from './input-format.ts'
import { cancelled, type Input, type Scene, type Step, show, stay, type Typed } from './prompt-flow.ts'

/** How many digits a field takes. An Amex security code has four. */
function lengths(field: CardField, typed: Typed): { readonly shortest: number; readonly longest: number } {
  switch (field) {
    case 'number':
      return { shortest: 12, longest: 19 }
    case 'expiry':
      return { shortest: 4, longest: 4 }
    case 'cvv': {
      const digits = brandOf(typed.number) === 'Amex' ? 4 : 3
      return { shortest: digits, longest: digits }
    }
    case 'postal_code':
      return { shortest: 5, longest: 5 }
  }
}

/** The visible text: of a number the first six and the last four digits, of a code none. */
function shown(field: CardField, text: string): string {
  switch (field) {
    case 'number': {
      const digits = Array.from(text, (digit, at) => (at < 6 || at >= text.length - 4 ? digit : '•')).join('')
      return digits.replace(/(.{4})(?=.)/g, '$1 ')
    }
    case 'expiry':
      return monthAndYear(text)
    case 'cvv':
      return '•'.repeat(text.length)
    case 'postal_code':
      return text
  }
}

/** The amount to pay, shown beside a prompt. */
export type Due = Pick<TypingScreen, 'amount' | 'currency'>

/** Taken from the previous screen, if that shows the amount. */
const dueOn = (screen: Scene['screen']): Due =>
  screen.kind === 'typing' || screen.kind === 'waiting_for_card'
    ? { amount: screen.amount, currency: screen.currency }
    : { amount: null, currency: '' }

/** The screen of a field, with the text typed so far. */
export function typingScene(
  scene: Scene,
  field: CardField,
  typed: Typed,
  notice: ScreenNotice = '',
  { amount, currency }: Due = dueOn(scene.screen),
): Scene {
  const text = typed[field]
  const screen: TypingScreen = {
    kind: 'typing',
    amount,
    currency,
    field,
    shown: shown(field, text),
    length: text.length,
    notice,
  }
  return { ...scene, typed, screen }
}

/** @param complete the next step once the field is confirmed and valid. */
export function typeField(scene: Scene, action: Input, complete: (field: CardField) => Step): Step {
  if (scene.screen.kind !== 'typing' || action.kind !== 'key') return stay
  const { field } = scene.screen
  const text = scene.typed[field]
  const withText = (next: string, notice: ScreenNotice = '') =>
    show(typingScene(scene, field, { ...scene.typed, [field]: next }, notice))
  const { shortest, longest } = lengths(field, scene.typed)
  switch (action.key) {
    case 'red':
      return cancelled
    case 'yellow':
      return withText(text.slice(0, -1))
    case 'green': {
      const mistake = text.length < shortest ? 'Too short' : mistakeIn(field, text)
      return mistake === null ? complete(field) : withText(text, mistake)
    }
    default:
      return text.length < longest ? withText(text + action.key) : stay
  }
}

function mistakeIn(field: CardField, text: string): ScreenNotice | null {
  if (field === 'number' && !passesLuhn(text)) return 'Check the card number'
  if (field === 'expiry' && !isMonth(text.slice(0, 2))) return 'Month 01 to 12, then the year'
  return null
}
