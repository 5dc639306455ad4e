import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../../src-shared/language.ts'
import en from './en.json'
import type staff from './staff.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof en; readonly staff: typeof staff }
    readonly returnNull: false
  }
}

/** English is in the first file the page loads; the others come when they are spoken. */
export async function startLanguages(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
}

const texts: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: typeof en }>>> = {
  es: () => import('./es.json'),
  fr: () => import('./fr.json'),
}

const staffTexts: Readonly<Record<Language, () => Promise<{ readonly default: typeof staff }>>> = {
  en: () => import('./staff.en.json'),
  es: () => import('./staff.es.json'),
  fr: () => import('./staff.fr.json'),
}

let staffIsWanted = false

/** The words of the pages behind a PIN, which the counter's first screen does without. */
export async function speakStaffAreas(): Promise<void> {
  staffIsWanted = true
  await addStaffTexts(i18next.language as Language)
}

async function addStaffTexts(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'staff')) return
  i18next.addResourceBundle(language, 'staff', (await staffTexts[language]()).default)
}

export async function speak(language: Language): Promise<void> {
  if (language !== 'en' && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).default)
  }
  if (staffIsWanted) await addStaffTexts(language)
  if (i18next.language !== language) await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
