import { formatMoney } from '../../src-shared/money.ts'
import { assertNever } from '../../src-shared/result.ts'
import { inputFormat } from '../prompts/input-format.ts'
import type { CardField, OutcomeScreen, Screen } from './screen-state.ts'

/** The text on the screen: for the sandbox and for logs. Digits of a card being typed are left out. */
export interface ScreenText {
  readonly name: Screen['kind']
  readonly lines: readonly string[]
}

export const describeScreen = (screen: Screen): ScreenText => ({ name: screen.kind, lines: linesOf(screen) })

export const fieldTitles: Readonly<Record<CardField, string>> = {
  number: 'Card number',
  expiry: 'Expiry, month and year',
  cvv: 'Security code',
  postal_code: 'ZIP code',
}

function linesOf(screen: Screen): readonly string[] {
  switch (screen.kind) {
    case 'starting':
      return ['Starting', 'One moment']
    case 'offline':
      return ['Offline', screen.reason]
    case 'welcome':
      return ['Welcome', screen.merchantName]
    case 'message':
      return screen.text.split('\n')
    case 'confirm':
      return [screen.prompt, 'No', 'Yes']
    case 'input':
      return [screen.prompt, inputFormat(screen.format)?.shown(screen.text) ?? screen.text]
    case 'tip':
      return [
        screen.prompt,
        ...screen.presets.map(({ percent, tip }) => `${percent}%  ${formatMoney(tip, screen.currency)}`),
        ...(screen.custom ? ['Other amount'] : []),
        'No tip',
      ]
    case 'custom_tip':
      return ['Your tip', formatMoney(screen.tip, screen.currency)]
    case 'confirm_amount':
      return [formatMoney(screen.amount, screen.currency), 'Is this right?', 'No', 'Yes']
    case 'waiting_for_card': {
      const amount = screen.amount === null ? [] : [formatMoney(screen.amount, screen.currency)]
      return [...amount, waysToPay(screen), ...(screen.notice === '' ? [] : [screen.notice])]
    }
    case 'reading_card':
      return ['Reading card', 'Do not remove it']
    case 'typing':
      return [
        ...(screen.amount === null ? [] : [formatMoney(screen.amount, screen.currency)]),
        fieldTitles[screen.field],
        `${screen.length} digits`,
        ...(screen.notice === '' ? [] : [screen.notice]),
      ]
    case 'choose_application':
      return ['Pay with', ...screen.applications.map(({ name }) => name)]
    case 'pin':
      return ['Enter PIN', '•'.repeat(screen.digits), ...(screen.notice === '' ? [] : [screen.notice])]
    case 'processing':
      return ['Authorizing', 'One moment']
    case 'wait':
      return ['One moment']
    case 'outcome':
      return [
        outcomeTitle(screen),
        ...outcomeDetail(screen),
        formatMoney(screen.amount, screen.currency),
        ...(screen.cardIn ? ['Remove card'] : []),
      ]
    case 'remove_card':
      return ['Remove card']
    case 'signing':
      return [screen.prompt]
    case 'printing':
      return ['Printing']
    case 'paper_out':
      return ['Out of paper', 'Please put in a new roll']
    default:
      return assertNever(screen)
  }
}

export const outcomeTitle = ({ approved }: OutcomeScreen): string => (approved ? 'Approved' : 'Declined')

/** The service's text besides the title. */
export const outcomeDetail = (screen: OutcomeScreen): readonly string[] =>
  screen.message === '' || screen.message === outcomeTitle(screen) ? [] : [screen.message]

/** Such as "Insert, tap or swipe". */
export function waysToPay(screen: { insert: boolean; tap: boolean; swipe: boolean }): string {
  const ways = [screen.insert ? 'insert' : '', screen.tap ? 'tap' : '', screen.swipe ? 'swipe' : ''].filter(
    Boolean,
  )
  const last = ways.pop() ?? ''
  const text = ways.length === 0 ? last : `${ways.join(', ')} or ${last}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
