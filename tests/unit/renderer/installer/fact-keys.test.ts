import { expect, test } from 'vitest'
import en from '../../../../src-renderer/i18n/staff.en.json'
import es from '../../../../src-renderer/i18n/staff.es.json'
import fr from '../../../../src-renderer/i18n/staff.fr.json'
import { labelKey, yesNoKey } from '../../../../src-renderer/installer/fact-keys.ts'

const texts = { en, es, fr }

function written(name: 'returned' | 'confirmed', value: string, language: keyof typeof texts = 'en'): string {
  const words: Readonly<Record<string, string>> = texts[language].fact
  return [labelKey, yesNoKey].map((key) => words[key({ name, value }).replace('fact.', '')]).join(': ')
}

test('a test sale that is reversed reports that the customer keeps the money', () => {
  expect(written('returned', 'true')).toBe('Customer keeps the money: Yes')
})

test.each([
  ['en', 'Money: Not certain yet; whatever was charged is given back as soon as possible'],
  ['es', 'Dinero: Aún no es seguro; lo que se haya cobrado se devuelve lo antes posible'],
  ['fr', 'Argent: Pas encore certain\u00a0; ce qui a été débité est rendu dès que possible'],
] as const)(
  'a test sale whose reversal is unknown does not claim that the customer keeps the money, in %s',
  (language, words) => {
    expect(written('returned', 'false', language)).toBe(words)
  },
)

test('a question that the customer did not confirm is shown as No', () => {
  expect(written('confirmed', 'false')).toBe('Customer said yes: No')
})
