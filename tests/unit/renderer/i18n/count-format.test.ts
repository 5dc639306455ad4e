import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { countFormat } from '../../../../src-renderer/i18n/count-format.ts'
import type { Language } from '../../../../src-shared/language.ts'

async function words(language: Language) {
  const spoken = createInstance().use(countFormat)
  await spoken.init({
    lng: language,
    resources: {
      [language]: {
        translation: { sales_one: '{{count}} s.', sales_other: '{{count}} s.', at: 'port {{port}} {{word}}' },
      },
    },
    interpolation: { escapeValue: false, alwaysFormat: true },
  })
  return spoken.t
}

test.each([
  ['en', '18,204 s.'],
  ['es', '18,204 s.'],
  ['fr', '18\u00a0204 s.'],
] as const)('counts above 999 are grouped as in the language %s', async (language, written) => {
  const t = await words(language)
  expect(t('sales', { count: 18_204 })).toBe(written)
  expect(t('sales', { count: 999 })).toBe('999 s.')
})

test('a fraction has the decimal comma or point of the language', async () => {
  expect((await words('fr'))('sales', { count: 0.35 })).toBe('0,35 s.')
  expect((await words('en'))('sales', { count: 0.35 })).toBe('0.35 s.')
})

test('numbers that are not counts, and texts, stay as they are', async () => {
  expect((await words('en'))('at', { port: 8443, word: 'open' })).toBe('port 8443 open')
})
