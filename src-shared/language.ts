import { type Cents, formatMoney } from './money.ts'

/** What people read: the counter's screens, and the messages and pages that their customers get. */
export const languages = ['en', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each language as its speakers call it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
}

/** The first of a browser's languages that we have; English where there is none. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) =>
    languages.find((language) => tag.toLowerCase().split('-')[0] === language),
  )
  return known.find((language) => language !== undefined) ?? 'en'
}

/** Settlement is in US or Canadian dollars, so Spanish and French write numbers and dates as they do there. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US', fr: 'fr-CA' }

export const moneyIn = (language: Language, currency: string, amount: Cents): string =>
  formatMoney(amount, currency, localeOf[language])

/** For the scale of a drawing, which has room for a few letters: $2.5K. */
export const shortMoneyIn = (language: Language, currency: string, amount: Cents): string =>
  new Intl.NumberFormat(localeOf[language], {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    ...{ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 },
  }).format(amount / 100)

/** What a currency is called, with its code: Canadian dollar (CAD). */
export const currencyNameIn = (language: Language, currency: string): string =>
  `${new Intl.DisplayNames(localeOf[language], { type: 'currency' }).of(currency) ?? currency} (${currency})`

/** Making one takes far longer than writing a number or a date with it. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberIn(language: Language, style: 'percent' | 'decimal', number: number): string {
  const key = `${language} ${style}`
  const format =
    numberFormats.get(key) ?? new Intl.NumberFormat(localeOf[language], { style, maximumFractionDigits: 3 })
  numberFormats.set(key, format)
  return format.format(number)
}

/** A share: 15 % of something, with the space before the sign that the language wants. */
export const percentIn = (language: Language, percent: number): string =>
  numberIn(language, 'percent', percent / 100)

/** A quantity, such as 0.35 of what is sold by weight. */
export const quantityIn = (language: Language, quantity: number): string =>
  numberIn(language, 'decimal', quantity)

/** What something is, and its value, with the space before the colon that French wants. */
export const labelledIn = (language: Language, label: string, value: string | number): string =>
  `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Dates and times as the language writes them, a time in one piece (14 h 30); of this computer's clock unless `options` names a time zone. */
export function dateIn(language: Language, at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(localeOf[language], options)
  dateFormats.set(key, format)
  const text = format.format(at)
  return language === 'fr'
    ? text
        // French writes no 0 before the hour: 5 h 12.
        .replace(/\b0(?=\d h\b)/, '')
        .replace(/(\d) h(?: (?=\d)|$)/g, (time) => time.replaceAll(' ', '\u00a0'))
        // The first of a month is not a plain 1 in French: 1er décembre.
        .replace(/(?<!\d)1(?= \p{L}{2})/u, '1er')
    : text
}

/** An hour of the day: 7 AM, 7 h. @param hour 0 to 23 */
export const hourIn = (language: Language, hour: number): string =>
  dateIn(language, new Date(2026, 0, 1, hour), { hour: 'numeric' })
