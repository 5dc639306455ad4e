import { type Cents, formatMoney } from './money.ts'

/** The languages of the counter's screens, and of messages and pages for customers. */
export const languages = ['en', 'es', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each language as its speakers call it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
}

/** Returns the first of a browser's languages that we support, or else English. */
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

/** A short amount for the scale of a chart, which has room for only a few letters: $2.5K. */
export const shortMoneyIn = (language: Language, currency: string, amount: Cents): string =>
  new Intl.NumberFormat(localeOf[language], {
    ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    ...{ notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 },
  }).format(amount / 100)

/** The name of a currency with its code: Canadian dollar (CAD). */
export const currencyNameIn = (language: Language, currency: string): string =>
  `${new Intl.DisplayNames(localeOf[language], { type: 'currency' }).of(currency) ?? currency} (${currency})`

/** Cached: creating a format takes far longer than using it. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberIn(language: Language, style: 'percent' | 'decimal', number: number): string {
  const key = `${language} ${style}`
  const format =
    numberFormats.get(key) ?? new Intl.NumberFormat(localeOf[language], { style, maximumFractionDigits: 3 })
  numberFormats.set(key, format)
  return format.format(number)
}

/** A percentage such as 15 %, with the space before the sign if the language requires one. */
export const percentIn = (language: Language, percent: number): string =>
  numberIn(language, 'percent', percent / 100)

/** A quantity, such as 0.35 of something sold by weight. */
export const quantityIn = (language: Language, quantity: number): string =>
  numberIn(language, 'decimal', quantity)

/** A label and its value, with the space before the colon in French. */
export const labelledIn = (language: Language, label: string, value: string | number): string =>
  `${label}${language === 'fr' ? '\u00a0' : ''}: ${value}`

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats a date or a time, and keeps a time on one line (14 h 30, 2:30 PM). Local time, unless `options` names a time
 * zone. The counter always names one: the computer's may change while it runs, and formats are kept.
 */
export function dateIn(language: Language, at: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(localeOf[language], options)
  dateFormats.set(key, format)
  const text = format.format(at)
  return language === 'fr'
    ? text
        // French writes no leading 0 in an hour: 5 h 12.
        .replace(/\b0(?=\d h\b)/, '')
        .replace(/(\d) h(?: (?=\d)|$)/g, (time) => time.replaceAll(' ', '\u00a0'))
        // French writes the first of a month as 1er: 1er décembre.
        .replace(/(?<!\d)1(?= \p{L}{2})/u, '1er')
    : text.replace(/(?<=\d)\s(?=[ap]\.?\s?m\b)/gi, '\u00a0').replace(/(?<=[ap]\.)\s(?=m\.)/g, '\u00a0')
}

/** An hour of the day, such as 7 AM or 7 h. @param hour 0 to 23 */
export const hourIn = (language: Language, hour: number): string =>
  dateIn(language, new Date(Date.UTC(2026, 0, 1, hour)), { hour: 'numeric', timeZone: 'UTC' })
