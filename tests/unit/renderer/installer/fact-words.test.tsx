import i18next from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '../../../../src-renderer/i18n/i18n.ts'
import en from '../../../../src-renderer/i18n/staff.en.json'
import es from '../../../../src-renderer/i18n/staff.es.json'
import fr from '../../../../src-renderer/i18n/staff.fr.json'
import { useFactLabels, useFactWords } from '../../../../src-renderer/installer/use-fact-words.ts'
import type { DiagnosticFact } from '../../../../src-shared/pos/installer.ts'

beforeAll(async () => {
  await startLanguages()
  for (const [language, words] of Object.entries({ en, es, fr })) {
    i18next.addResourceBundle(language, 'staff', words)
  }
})

function Fact({ fact }: { readonly fact: DiagnosticFact }) {
  return `${useFactLabels()(fact)}: ${useFactWords()(fact)}`
}
async function written(fact: DiagnosticFact, language = 'en'): Promise<string> {
  await i18next.changeLanguage(language)
  return renderToStaticMarkup(createElement(Fact, { fact }))
}
const returned = (value: 'true' | 'false'): DiagnosticFact => ({ name: 'returned', kind: 'yes_no', value })

test('a test sale that is reversed reports that the customer keeps the money', async () => {
  expect(await written(returned('true'))).toBe('Customer keeps the money: Yes')
})

test.each([
  ['en', 'Money: Not certain yet; whatever was charged is given back as soon as possible'],
  ['es', 'Dinero: Aún no es seguro; lo que se haya cobrado se devuelve lo antes posible'],
  ['fr', 'Argent: Pas encore certain\u00a0; ce qui a été débité est rendu dès que possible'],
])('one whose reversal is not known claims neither in %s', async (language, words) => {
  expect(await written(returned('false'), language)).toBe(words)
})

test('what a customer did not confirm is a plain no', async () => {
  expect(await written({ name: 'confirmed', kind: 'yes_no', value: 'false' })).toBe('Customer said yes: No')
})
