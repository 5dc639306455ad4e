import i18next, { type CustomTypeOptions, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

type Words = keyof CustomTypeOptions['resources']

/** The translation function per language and namespace. Callers share one object, so that no component redraws. */
const writers = new Map<string, { readonly t: unknown }>()

function writerOf(language: string, words: Words): { readonly t: unknown } {
  const key = `${language} ${words}`
  const known = writers.get(key) ?? { t: i18next.getFixedT(language, words) }
  writers.set(key, known)
  return known
}

function followLanguage(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
const language = (): string => i18next.language

/**
 * Returns the translation function of the screen's language, and redraws when the language changes. react-i18next does
 * more and copies its instance for each component, which took a tenth of the time to draw a list.
 */
export function useTranslation<Namespace extends Words = 'translation'>(
  words?: Namespace,
): { readonly t: TFunction<Namespace> } {
  const now = useSyncExternalStore(followLanguage, language, language)
  return writerOf(now, words ?? 'translation') as { readonly t: TFunction<Namespace> }
}
