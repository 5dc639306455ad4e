import { dateIn, type Language, moneyIn, percentIn } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'

type Leaf<Node, Path extends string = ''> = {
  [Name in keyof Node & string]: Node[Name] extends string
    ? `${Path}${Name}`
    : Leaf<Node[Name], `${Path}${Name}.`>
}[keyof Node & string]

/** A key of a language file, such as `paid.title`. */
export type KeyIn<Texts> = Leaf<Texts>
/** A text that depends on a number: `paid.redirect` has `one` and `other`. */
export type CountedIn<Key extends string> = Key extends `${infer Counted}.other` ? Counted : never

type Values = Readonly<Record<string, string | number>>

/** A page's texts in the reader's language. */
export interface WordsOf<Key extends string> {
  readonly language: Language
  (key: Key, values?: Values): string
  readonly counted: (key: CountedIn<Key>, count: number, values?: Values) => string
  readonly money: (amount: Cents, currency: string) => string
  readonly percent: (percent: number) => string
  readonly dateTime: (at: Date) => string
  /** For a place where the name of a month may be too long: Nov 22, 2026, 10:04 AM. */
  readonly shortDateTime: (at: Date) => string
  /** @param day as YYYY-MM-DD, which is the same day in every time zone */
  readonly date: (day: string) => string
}

/** @param text the page's language file */
export function wordsOf<Key extends string>(language: Language, text: unknown): WordsOf<Key> {
  const rules = new Intl.PluralRules(language)
  const words = (key: string, values: Values = {}): string =>
    textAt(text, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
  return Object.assign(words, {
    language,
    counted: (key: string, count: number, values: Values = {}) =>
      words(`${key}.${rules.select(count) === 'one' ? 'one' : 'other'}`, { ...values, count }),
    money: (amount: Cents, currency: string) => moneyIn(language, currency, amount),
    percent: (percent: number) => percentIn(language, percent),
    dateTime: (at: Date) => dateIn(language, at, { dateStyle: 'long', timeStyle: 'short' }),
    shortDateTime: (at: Date) => dateIn(language, at, { dateStyle: 'medium', timeStyle: 'short' }),
    date: (day: string) =>
      dateIn(language, new Date(`${day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }),
  })
}

function textAt(node: unknown, key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], node)
  if (typeof found !== 'string') throw new Error(`no text is called ${key}`)
  return found
}
