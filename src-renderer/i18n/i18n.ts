import i18next from 'i18next'
import type { Language } from '../../src-shared/language.ts'
import type audit from './audit.en.json'
import { countFormat } from './count-format.ts'
import type customers from './customers.en.json'
import type display from './display.en.json'
import en from './en.json'
import { fullStop } from './full-stop.ts'
import type giftCards from './gift-cards.en.json'
import type printing from './printing.en.json'
import type reports from './reports.en.json'
import type sales from './sales.en.json'
import type sell from './sell.en.json'
import type setup from './setup.en.json'
import type staff from './staff.en.json'
import type tabs from './tabs.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: {
      readonly translation: typeof en
      readonly audit: typeof audit
      readonly display: typeof display
      readonly customers: typeof customers
      readonly giftCards: typeof giftCards
      readonly printing: typeof printing
      readonly reports: typeof reports
      readonly sales: typeof sales
      readonly sell: typeof sell
      readonly setup: typeof setup
      readonly staff: typeof staff
      readonly tabs: typeof tabs
    }
    readonly returnNull: false
  }
}

/** English is in the first file the page loads; the others come when they are spoken. */
export async function startLanguages(): Promise<void> {
  await i18next
    .use(countFormat)
    .use(fullStop)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      resources: { en: { translation: en } },
      // React escapes what it draws.
      interpolation: { escapeValue: false, alwaysFormat: true },
      postProcess: [fullStop.name],
    })
}

const texts: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: typeof en }>>> = {
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
}

/** Words that the counter's first screen does without, by their namespace. */
const laterTexts = {
  audit: {
    en: () => import('./audit.en.json'),
    es: () => import('./audit.es.json'),
    fr: () => import('./audit.fr.json'),
  },
  customers: {
    en: () => import('./customers.en.json'),
    es: () => import('./customers.es.json'),
    fr: () => import('./customers.fr.json'),
  },
  display: {
    en: () => import('./display.en.json'),
    es: () => import('./display.es.json'),
    fr: () => import('./display.fr.json'),
  },
  giftCards: {
    en: () => import('./gift-cards.en.json'),
    es: () => import('./gift-cards.es.json'),
    fr: () => import('./gift-cards.fr.json'),
  },
  printing: {
    en: () => import('./printing.en.json'),
    es: () => import('./printing.es.json'),
    fr: () => import('./printing.fr.json'),
  },
  reports: {
    en: () => import('./reports.en.json'),
    es: () => import('./reports.es.json'),
    fr: () => import('./reports.fr.json'),
  },
  sales: {
    en: () => import('./sales.en.json'),
    es: () => import('./sales.es.json'),
    fr: () => import('./sales.fr.json'),
  },
  sell: {
    en: () => import('./sell.en.json'),
    es: () => import('./sell.es.json'),
    fr: () => import('./sell.fr.json'),
  },
  setup: {
    en: () => import('./setup.en.json'),
    es: () => import('./setup.es.json'),
    fr: () => import('./setup.fr.json'),
  },
  staff: {
    en: () => import('./staff.en.json'),
    es: () => import('./staff.es.json'),
    fr: () => import('./staff.fr.json'),
  },
  tabs: {
    en: () => import('./tabs.en.json'),
    es: () => import('./tabs.es.json'),
    fr: () => import('./tabs.fr.json'),
  },
} as const satisfies Record<string, Readonly<Record<Language, () => Promise<{ readonly default: object }>>>>
type LaterTexts = keyof typeof laterTexts

const wanted = new Set<LaterTexts>()

async function speakAlso(namespace: LaterTexts): Promise<void> {
  wanted.add(namespace)
  await addTexts(namespace, i18next.language as Language)
}

/** The words of items and orders, for shops that have any. */
export const speakSelling = (): Promise<void> => speakAlso('sell')

/** The words of the customer's display. */
export const speakToCustomers = (): Promise<void> => speakAlso('display')

/** The words of customers, for whoever asks for them. */
export const speakOfCustomers = (): Promise<void> => speakAlso('customers')

/** The words of gift cards, where the service keeps any. */
export const speakOfGiftCards = (): Promise<void> => speakAlso('giftCards')

/** The words of tabs, for shops whose customers open any. */
export const speakTabs = (): Promise<void> => speakAlso('tabs')

/** The words of the record of who did what. */
export const speakOfAudit = (): Promise<void> => speakAlso('audit')

/** The words of receipt printers, where there are any. */
export const speakOfPrinting = (): Promise<void> => speakAlso('printing')

/** The words of the day's figures, and of the reports that close it. */
export const speakReports = (): Promise<void> => speakAlso('reports')

/** The words of what was sold, and comes back. */
export const speakSales = (): Promise<void> => speakAlso('sales')

/** The words of health, support and the assistant. */
export const speakOfSetup = (): Promise<void> => speakAlso('setup')

/** The words of the pages behind a PIN. */
export const speakStaffAreas = (): Promise<void> => speakAlso('staff')

async function addTexts(namespace: LaterTexts, language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return
  i18next.addResourceBundle(language, namespace, (await laterTexts[namespace][language]()).default)
}

/** The language that was asked for last: the words of another may still be on their way. */
let asked: Language = 'en'

export async function speak(language: Language): Promise<void> {
  asked = language
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default)
  }
  for (const namespace of wanted) await addTexts(namespace, language)
  if (asked !== language) return
  if (i18next.language !== language) await i18next.changeLanguage(language)
  // Every style of the page is computed anew when it is set, even to what it was.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}
