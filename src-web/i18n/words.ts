import type { Language } from '../../src-shared/language.ts'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import { type KeyIn, type WordsOf, wordsOf } from './words-of.ts'

export type WordKey = KeyIn<typeof en>
export type Words = WordsOf<WordKey>

const texts: Readonly<Record<Language, unknown>> = { en, es, fr }

/** The texts of the pages for payers. */
export const wordsIn = (language: Language): Words => wordsOf<WordKey>(language, texts[language])
