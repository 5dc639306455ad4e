import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { cardName } from '../../../../src-renderer/cashier/card-name.ts'
import auditEn from '../../../../src-renderer/i18n/audit.en.json'
import auditEs from '../../../../src-renderer/i18n/audit.es.json'
import auditFr from '../../../../src-renderer/i18n/audit.fr.json'
import customersEn from '../../../../src-renderer/i18n/customers.en.json'
import customersEs from '../../../../src-renderer/i18n/customers.es.json'
import customersFr from '../../../../src-renderer/i18n/customers.fr.json'
import displayEn from '../../../../src-renderer/i18n/display.en.json'
import displayEs from '../../../../src-renderer/i18n/display.es.json'
import displayFr from '../../../../src-renderer/i18n/display.fr.json'
import en from '../../../../src-renderer/i18n/en.json'
import es from '../../../../src-renderer/i18n/es.json'
import fr from '../../../../src-renderer/i18n/fr.json'
import giftCardsEn from '../../../../src-renderer/i18n/gift-cards.en.json'
import giftCardsEs from '../../../../src-renderer/i18n/gift-cards.es.json'
import giftCardsFr from '../../../../src-renderer/i18n/gift-cards.fr.json'
import printingEn from '../../../../src-renderer/i18n/printing.en.json'
import printingEs from '../../../../src-renderer/i18n/printing.es.json'
import printingFr from '../../../../src-renderer/i18n/printing.fr.json'
import reportsEn from '../../../../src-renderer/i18n/reports.en.json'
import reportsEs from '../../../../src-renderer/i18n/reports.es.json'
import reportsFr from '../../../../src-renderer/i18n/reports.fr.json'
import salesEn from '../../../../src-renderer/i18n/sales.en.json'
import salesEs from '../../../../src-renderer/i18n/sales.es.json'
import salesFr from '../../../../src-renderer/i18n/sales.fr.json'
import sellEn from '../../../../src-renderer/i18n/sell.en.json'
import sellEs from '../../../../src-renderer/i18n/sell.es.json'
import sellFr from '../../../../src-renderer/i18n/sell.fr.json'
import setupEn from '../../../../src-renderer/i18n/setup.en.json'
import setupEs from '../../../../src-renderer/i18n/setup.es.json'
import setupFr from '../../../../src-renderer/i18n/setup.fr.json'
import staffEn from '../../../../src-renderer/i18n/staff.en.json'
import staffEs from '../../../../src-renderer/i18n/staff.es.json'
import staffFr from '../../../../src-renderer/i18n/staff.fr.json'
import tabsEn from '../../../../src-renderer/i18n/tabs.en.json'
import tabsEs from '../../../../src-renderer/i18n/tabs.es.json'
import tabsFr from '../../../../src-renderer/i18n/tabs.fr.json'
import { type Language, languageNames, languages, moneyIn } from '../../../../src-shared/language.ts'

/** The texts of the counter, and those of the pages behind a PIN, which are loaded later. */
const texts: Readonly<Record<Language, unknown>> = {
  en: {
    counter: en,
    reports: reportsEn,
    sales: salesEn,
    sell: sellEn,
    staff: staffEn,
    tabs: tabsEn,
    display: displayEn,
    customers: customersEn,
    audit: auditEn,
    setup: setupEn,
    printing: printingEn,
    giftCards: giftCardsEn,
  },
  es: {
    counter: es,
    reports: reportsEs,
    sales: salesEs,
    sell: sellEs,
    staff: staffEs,
    tabs: tabsEs,
    display: displayEs,
    customers: customersEs,
    audit: auditEs,
    setup: setupEs,
    printing: printingEs,
    giftCards: giftCardsEs,
  },
  fr: {
    counter: fr,
    reports: reportsFr,
    sales: salesFr,
    sell: sellFr,
    staff: staffFr,
    tabs: tabsFr,
    display: displayFr,
    customers: customersFr,
    audit: auditFr,
    setup: setupFr,
    printing: printingFr,
    giftCards: giftCardsFr,
  },
}

/** Each text under its full key, such as `ready.charge`. */
function flat(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]]
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    flat(value, path === '' ? key : `${path}.${key}`),
  )
}
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort()

describe('every language', () => {
  test('every language that can be set has texts and a name', () => {
    expect(Object.keys(texts)).toEqual([...languages])
    expect(Object.keys(languageNames)).toEqual([...languages])
  })

  test.each(['es', 'fr'] as const)('the language %s has the same texts as English', (language) => {
    // Spanish and French also have a plural form for millions.
    const keys = (node: unknown) => flat(node).flatMap(([key]) => (key.endsWith('_many') ? [] : [key]))
    expect(keys(texts[language])).toEqual(keys(texts.en))
  })

  test.each(['es', 'fr'] as const)(
    'the language %s has the same placeholders as English in each text',
    (language) => {
      const english = new Map(flat(texts.en))
      for (const [key, text] of flat(texts[language])) {
        expect(placeholders(text), key).toEqual(
          placeholders(english.get(key.replace(/_many$/, '_other')) ?? ''),
        )
      }
    },
  )

  test.each(languages)('the language %s has no empty text', (language) => {
    for (const [key, text] of flat(texts[language])) expect(text.trim(), key).not.toBe('')
  })

  test('English uses one word for the counter', () => {
    for (const [key, text] of flat(texts.en)) expect(text, key).not.toMatch(/\b[Tt]ills?\b|to tell this/)
  })

  test('French keeps its double punctuation marks on the line of their word', () => {
    for (const [key, text] of flat(texts.fr)) expect(text, key).not.toMatch(/ [:;?!]/)
  })
})

describe('money', () => {
  test('money is written as speakers of the language write it', () => {
    expect(moneyIn('en', 'USD', 1234)).toBe('$12.34')
    expect(moneyIn('es', 'USD', 1234)).toBe('$12.34')
    expect(moneyIn('fr', 'USD', 1234).replace(/\s/g, ' ')).toBe('12,34 $ US')
    expect(moneyIn('fr', 'CAD', 1234).replace(/\s/g, ' ')).toBe('12,34 $')
  })

  test('the largest amount is written exact to the cent', () => {
    expect(moneyIn('en', 'USD', Number.MAX_SAFE_INTEGER)).toBe('$90,071,992,547,409.91')
  })
})

describe('a card', () => {
  test('a card is written as its network and its last four digits', () => {
    expect(cardName('visa', '1111')).toBe('Visa\u00a0••••\u00a01111')
    expect(cardName('Mastercard', '4444')).toBe('Mastercard\u00a0••••\u00a04444')
  })

  test('an unknown card has no name', () => {
    expect(cardName('', '')).toBe('')
  })
})

test('in every language, the dots of a card stay on the line of its digits', async () => {
  const folder = fromRoot('src-renderer', 'i18n')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(3)
  for (const name of files) expect(await readFile(join(folder, name), 'utf8'), name).not.toContain('•••• ')
})
