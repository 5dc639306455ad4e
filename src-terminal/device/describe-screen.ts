import { assertNever } from '../../src-shared/result.ts'
import { inputFormat } from '../prompts/input-format.ts'
import type { TerminalText } from '../words/english.ts'
import { type TerminalWords, wordsIn } from '../words/terminal-words.ts'
import type { CardField, OutcomeScreen, Screen } from './screen-state.ts'

/** The screen as text, for the sandbox and for logs. Omits digits of a card being typed. */
export interface ScreenText {
  readonly name: Screen['kind']
  readonly lines: readonly string[]
}

/** @param words English by default, as in logs */
export const describeScreen = (screen: Screen, words: TerminalWords = wordsIn('en')): ScreenText => ({
  name: screen.kind,
  lines: linesOf(screen, words),
})

export const fieldTitles: Readonly<Record<CardField, TerminalText>> = {
  number: 'Card number',
  expiry: 'Expiry, month and year',
  cvv: 'Security code',
  postal_code: 'ZIP code',
}

function linesOf(screen: Screen, words: TerminalWords): readonly string[] {
  const { t, tAny, money } = words
  switch (screen.kind) {
    case 'starting':
      return [t('Starting'), t('One moment')]
    case 'offline':
      return [t('Offline'), tAny(screen.reason)]
    case 'welcome':
      return [t('Welcome'), screen.merchantName]
    case 'message':
      return tAny(screen.text).split('\n')
    case 'confirm':
      return [screen.prompt, t('No'), t('Yes')]
    case 'input':
      return [screen.prompt, inputFormat(screen.format)?.shown(screen.text) ?? screen.text]
    case 'tip':
      return [
        screen.prompt,
        ...screen.presets.map(
          ({ percent, tip }) => `${words.percent(percent)}  ${money(tip, screen.currency)}`,
        ),
        ...(screen.custom ? [t('Other amount')] : []),
        t('No tip'),
      ]
    case 'custom_tip':
      return [t('Your tip'), money(screen.tip, screen.currency)]
    case 'confirm_amount':
      return [money(screen.amount, screen.currency), t('Is this right?'), t('No'), t('Yes')]
    case 'waiting_for_card': {
      const amount = screen.amount === null ? [] : [money(screen.amount, screen.currency)]
      return [...amount, waysToPay(screen, words), ...(screen.notice === '' ? [] : [t(screen.notice)])]
    }
    case 'reading_card':
      return [t('Reading card'), t('Do not remove it')]
    case 'typing':
      return [
        ...(screen.amount === null ? [] : [money(screen.amount, screen.currency)]),
        t(fieldTitles[screen.field]),
        t('{count} digits', { count: String(screen.length) }),
        ...(screen.notice === '' ? [] : [t(screen.notice)]),
      ]
    case 'choose_application':
      return [t('Pay with'), ...screen.applications.map(({ name }) => name)]
    case 'pin':
      return [t('Enter PIN'), '•'.repeat(screen.digits), ...(screen.notice === '' ? [] : [t(screen.notice)])]
    case 'processing':
      return [t('Authorizing'), t('One moment')]
    case 'wait':
      return [t('One moment')]
    case 'outcome':
      return [
        outcomeTitle(screen, words),
        ...outcomeDetail(screen, words),
        money(screen.amount, screen.currency),
        ...(screen.cardIn ? [t('Remove card')] : []),
      ]
    case 'remove_card':
      return [t('Remove card')]
    case 'signing':
      return [screen.prompt]
    case 'printing':
      return [t('Printing')]
    case 'paper_out':
      return [t('Out of paper'), t('Please put in a new roll')]
    default:
      return assertNever(screen)
  }
}

export const outcomeTitle = ({ approved }: OutcomeScreen, { t }: TerminalWords): string =>
  t(approved ? 'Approved' : 'Declined')

/** The service's text, unless it equals the title. */
export const outcomeDetail = (screen: OutcomeScreen, words: TerminalWords): readonly string[] =>
  screen.message === '' || screen.message === outcomeTitle(screen, words) ? [] : [screen.message]

/** For example "Insert, tap or swipe". */
export function waysToPay(
  screen: { insert: boolean; tap: boolean; swipe: boolean },
  { t }: TerminalWords,
): string {
  const ways = (['insert', 'tap', 'swipe'] as const).filter((way) => screen[way]).map((way) => t(way))
  const last = ways.pop() ?? ''
  const text = ways.length === 0 ? last : t('{some} or {last}', { some: ways.join(', '), last })
  return text.charAt(0).toUpperCase() + text.slice(1)
}
