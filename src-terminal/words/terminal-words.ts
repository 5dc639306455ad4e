import { type Language, moneyIn, percentIn } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { TerminalText } from './english.ts'
import { french } from './french.ts'
import { spanish } from './spanish.ts'

/** A terminal's own texts in the cardholder's language. */
export interface TerminalWords {
  readonly language: Language
  t(text: TerminalText, values?: Readonly<Record<string, string>>): string
  /** Translates the terminal's own texts. Others, such as the shop's prompt or a service report, stay unchanged. */
  tAny(text: string): string
  money(amount: Cents, currency: string): string
  percent(share: number): string
}

const tables: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  es: spanish,
  fr: french,
}

export function wordsIn(language: Language): TerminalWords {
  const table = tables[language]
  const tAny = (text: string) => (Object.hasOwn(table, text) ? (table[text] ?? text) : text)
  return {
    language,
    tAny,
    t: (text, values = {}) =>
      tAny(text).replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place),
    money: (amount, currency) => moneyIn(language, currency, amount),
    percent: (share) => percentIn(language, share),
  }
}
