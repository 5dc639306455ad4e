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
import { spanishHour } from './spanish-hour.ts'
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

/** English is in the first file that the page loads; other languages are loaded on demand. */
export async function startLanguages(): Promise<void> {
  await i18next
    .use(countFormat)
    .use(fullStop)
    .use(spanishHour)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      resources: { en: { translation: en } },
      // React escapes the text that it draws.
      interpolation: { escapeValue: false, alwaysFormat: true },
      postProcess: [fullStop.name, spanishHour.name],
    })
}

const texts: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: typeof en }>>> = {
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
}

/** Texts that the counter's first screen does not need, by namespace. */
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

/** Loads the texts of items and orders, for shops that have items. */
export const speakSelling = (): Promise<void> => speakAlso('sell')

/** Loads the texts of the customer's display. */
export const speakToCustomers = (): Promise<void> => speakAlso('display')

/** Loads the texts of the customer pages. */
export const speakOfCustomers = (): Promise<void> => speakAlso('customers')

/** Loads the texts of gift cards, if the service has any. */
export const speakOfGiftCards = (): Promise<void> => speakAlso('giftCards')

/** Loads the texts of tabs, for shops that use them. */
export const speakTabs = (): Promise<void> => speakAlso('tabs')

/** Loads the texts of the audit log. */
export const speakOfAudit = (): Promise<void> => speakAlso('audit')

/** Loads the texts of receipt printers, if there are any. */
export const speakOfPrinting = (): Promise<void> => speakAlso('printing')

/** Loads the texts of the day's figures and of the closing reports. */
export const speakReports = (): Promise<void> => speakAlso('reports')

/** Loads the texts of sales and returns. */
export const speakSales = (): Promise<void> => speakAlso('sales')

/** Loads the texts of health, support and the assistant. */
export const speakOfSetup = (): Promise<void> => speakAlso('setup')

/** Loads the texts of the pages behind a PIN. */
export const speakStaffAreas = (): Promise<void> => speakAlso('staff')

async function addTexts(namespace: LaterTexts, language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return
  i18next.addResourceBundle(language, namespace, (await laterTexts[namespace][language]()).default)
}

/** The language that was requested last: the texts of another may still be loading. */
let asked: Language = 'en'

export async function speak(language: Language): Promise<void> {
  asked = language
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default)
  }
  for (const namespace of wanted) await addTexts(namespace, language)
  if (asked !== language) return
  if (i18next.language !== language) await i18next.changeLanguage(language)
  // Setting it recomputes every style of the page, even if the value is unchanged.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
}
