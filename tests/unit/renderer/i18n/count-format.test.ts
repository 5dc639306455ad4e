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
] as const)('a count of more than 999 is written as %s does', async (language, written) => {
  const t = await words(language)
  expect(t('sales', { count: 18_204 })).toBe(written)
  expect(t('sales', { count: 999 })).toBe('999 s.')
})

test('a part of one has the comma or the point of the language', async () => {
  expect((await words('fr'))('sales', { count: 0.35 })).toBe('0,35 s.')
  expect((await words('en'))('sales', { count: 0.35 })).toBe('0.35 s.')
})

test('a number that names something, and what is no number, stays as it is', async () => {
  expect((await words('en'))('at', { port: 8443, word: 'open' })).toBe('port 8443 open')
})
