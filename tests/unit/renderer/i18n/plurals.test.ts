import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance, type i18n } from 'i18next'
import { describe, expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { type Language, languages } from '../../../../src-shared/language.ts'

const folder = fromRoot('src-renderer', 'i18n')
const nameOf = (file: string) => file.replace(/\.?(en|es|fr)\.json$/, '') || 'counter'
const filesOf = (language: Language) =>
  readdirSync(folder).filter((name) => name === `${language}.json` || name.endsWith(`.${language}.json`))

/** Every text under its full key: `reports:shifts.count_one`. */
function flat(node: unknown, path: string): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    flat(value, path.endsWith(':') ? path + key : `${path}.${key}`),
  )
}
const catalogue = (language: Language) =>
  Object.fromEntries(
    filesOf(language).map((file) => [
      nameOf(file),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
    ]),
  )
const textsOf = (language: Language) =>
  Object.entries(catalogue(language)).flatMap(([name, texts]) => flat(texts, `${name}:`))

async function speaker(language: Language): Promise<i18n> {
  const spoken = createInstance()
  await spoken.init({
    lng: language,
    resources: { [language]: catalogue(language) as Record<string, Record<string, string>> },
    ns: Object.keys(catalogue(language)),
    interpolation: { escapeValue: false },
  })
  return spoken
}

/** Placeholders that hold counts. Other numbers (a year, a receipt's number) have other names. */
const numbers = ['count', 'entries', 'expected', 'found', 'days', 'minutes', 'hours', 'lines', 'items']
/** Not counts: a place in a list, a length that is never 1, and a time of day. */
const uncounted = [
  'audit:fault.gap',
  'setup:backup.passphraseHint',
  'setup:backup.short',
  'staff:hours.duration',
]
const isCounted = (text: string) =>
  new RegExp(`\\{\\{(${numbers.join('|')})\\}\\} (?!min\\b)\\p{L}`, 'u').test(text)
const plural = /_(one|many|other)$/
/** A plural word after the number 1, such as "1 entries". */
const wrongForOne = /(?<![\d.,:/])1 \p{Ll}+s(?!\p{L})/u
/** Singular words that end in s. */
const singular = /1 (mes|más|fois|pass|address|business|français)/

describe.each(languages)('counted texts in the language %s', (language) => {
  const texts = textsOf(language)

  test('every counted text has a singular and a plural form', () => {
    const keys = new Set(texts.map(([key]) => key))
    for (const [key, text] of texts) {
      if (isCounted(text) && !uncounted.includes(key)) expect(key, text).toMatch(plural)
      if (!plural.test(key)) continue
      expect(keys).toContain(key.replace(plural, '_one'))
      expect(keys).toContain(key.replace(plural, '_other'))
    }
  })

  test('every counted text is right for 0, 1 and 2', async () => {
    const spoken = await speaker(language)
    const bases = new Set(texts.filter(([key]) => plural.test(key)).map(([key]) => key.replace(plural, '')))
    expect(bases.size).toBeGreaterThan(20)
    for (const key of bases) {
      for (const count of [0, 1, 2]) {
        const others = Object.fromEntries(numbers.map((name) => [name, count]))
        const shown = spoken.t(key as never, { ...others, count, unanswered: count }) as unknown as string
        expect(shown, key).not.toBe(key.split(':')[1])
        expect(shown, key).not.toMatch(/\{\{(count|entries|expected|found)\}\}/)
        if (count === 1 && !singular.test(shown)) expect(shown, key).not.toMatch(wrongForOne)
      }
    }
  })
})

/** The words that French writes in the plural after "2 …", but in the singular after an amount below 2: 1,50 $ rendu. */
const pluralAfterAmount =
  /les \{\{(amount|paid|returned|left|hold|rest|total)\}\}|\{\{(amount|paid|returned|left|hold|rest|total)\}\}(?:,? [^.;:,{]*?)? (sont|ont|vont|reviennent|retournent|restent|restants|rendus|\p{L}{3,}és)(?!\p{L})/u

test('French agrees with every amount: below 2 it takes the singular, so no text has a plural after an amount', () => {
  for (const [key, text] of textsOf('fr')) expect(text, key).not.toMatch(pluralAfterAmount)
})

/** Counted things of which there is always at least one where the text is shown. */
const neverNone =
  /^(counter:(bill\.undoCards|giftCard\.undo|drawer\.damaged)|audit:repeated|setup:(health\.count|profile\.(apply|applied|changes)|backup\.(replaces|stillOpen\.\w+))|staff:latency\.(all|missed))_one$/

test('French has the singular for 0 as well, so a text for one states its number where there may be none', () => {
  const ones = textsOf('fr').filter(([key]) => key.endsWith('_one'))
  expect(ones.length).toBeGreaterThan(20)
  for (const [key, text] of ones) if (!neverNone.test(key)) expect(text, key).toContain('{{count}}')
})
