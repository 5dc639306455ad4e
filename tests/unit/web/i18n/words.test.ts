import { describe, expect, test } from 'vitest'
import { chooseLanguage, languages } from '../../../../src-shared/language.ts'
import formEn from '../../../../src-web/application/words/en.json'
import formEs from '../../../../src-web/application/words/es.json'
import formFr from '../../../../src-web/application/words/fr.json'
import en from '../../../../src-web/i18n/en.json'
import es from '../../../../src-web/i18n/es.json'
import fr from '../../../../src-web/i18n/fr.json'
import { wordsIn } from '../../../../src-web/i18n/words.ts'
import portalEn from '../../../../src-web/portal/words/en.json'
import portalEs from '../../../../src-web/portal/words/es.json'
import portalFr from '../../../../src-web/portal/words/fr.json'
import trainerEn from '../../../../src-web/underwriting/words/en.json'
import trainerEs from '../../../../src-web/underwriting/words/es.json'
import trainerFr from '../../../../src-web/underwriting/words/fr.json'

/** Returns each text with its full key, such as `paid.title`. */
function flat(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    flat(value, path === '' ? key : `${path}.${key}`),
  )
}
const pages = [
  ['payers', { en, es, fr }],
  ['applicants', { en: formEn, es: formEs, fr: formFr }],
  ['trainers', { en: trainerEn, es: trainerEs, fr: trainerFr }],
  ['merchants', { en: portalEn, es: portalEs, fr: portalFr }],
] as const
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

describe.each(pages)('the texts of the pages for %s', (_, texts) => {
  test.each(['es', 'fr'] as const)(
    'the language %s has every text of English, with the same values in it',
    (language) => {
      const english = flat(texts.en)
      const translated = new Map(flat(texts[language]))
      expect([...translated.keys()]).toEqual(english.map(([key]) => key))
      for (const [key, text] of english)
        expect(placeholders(translated.get(key) ?? ''), key).toEqual(placeholders(text))
    },
  )

  test.each(languages)('the language %s has no empty text', (language) => {
    for (const [key, text] of flat(texts[language])) expect(text.trim(), key).not.toBe('')
  })

  test('French punctuation stays on the line of its word', () => {
    for (const [key, text] of flat(texts.fr)) expect(text, key).not.toMatch(/ [:;?!]/)
  })
})

describe('the texts of a page', () => {
  test('the first available language of the browser is used, else English', () => {
    expect(chooseLanguage(['de-DE', 'fr-CA', 'en'])).toBe('fr')
    expect(chooseLanguage(['es-419'])).toBe('es')
    expect(chooseLanguage(['ja'])).toBe('en')
    expect(chooseLanguage([])).toBe('en')
  })

  test('money is formatted as in the language, with every cent', () => {
    expect(wordsIn('en').money(1234, 'USD')).toBe('$12.34')
    expect(wordsIn('es').money(1234, 'USD')).toBe('$12.34')
    expect(wordsIn('fr').money(1234, 'CAD').replace(/\s/g, ' ')).toBe('12,34 $')
  })

  test('a count determines the form of its text', () => {
    expect(wordsIn('en').counted('summary.items', 1)).toBe('1 item')
    expect(wordsIn('en').counted('summary.items', 7)).toBe('7 items')
    // In French, zero is singular.
    expect(wordsIn('fr').counted('summary.items', 0)).toBe('0 article')
    expect(wordsIn('es').counted('paid.redirect', 2, { merchant: 'Libros' })).toContain('2 segundos')
  })
})
