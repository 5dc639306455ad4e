import type { Language } from '../../src-shared/language.ts'
import { type KeyIn, type WordsOf, wordsOf } from '../i18n/words-of.ts'
import type en from './words/en.json'

type Texts = typeof en
/** A key of the language files, such as `step.business`. */
export type WordKey = KeyIn<Texts>
export type Words = WordsOf<WordKey>

const texts: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./words/en.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
}

/** Loads only the reader's language. */
export const readWords = async (language: Language): Promise<Words> =>
  wordsOf<WordKey>(language, (await texts[language]()).default)
