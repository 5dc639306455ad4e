import { type Cents, formatMoney } from '../../src-shared/money.ts'
import type { Settings } from '../../src-shared/pos/snapshot.ts'

export type Language = Settings['language']

/** Each language as its speakers call it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
}

/** Settlement is in US or Canadian dollars, so Spanish and French write numbers as they do there. */
const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US', fr: 'fr-CA' }

export const moneyIn = (language: Language, currency: string, amount: Cents): string =>
  formatMoney(amount, currency, localeOf[language])

/** Dates and times of this computer's clock, as the language writes them. */
export const dateIn = (language: Language, at: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf[language], options).format(at)
