import i18next, { type CustomTypeOptions, type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

type Words = keyof CustomTypeOptions['resources']

/** What writes the words of a namespace in a language: the same for all who do, so that nothing is drawn anew for it. */
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
 * Writes in the screen's language, and draws anew when that changes. react-i18next, which does more, copies its whole
 * instance for each component that is drawn: a tenth of the work of drawing a list.
 */
export function useTranslation<Namespace extends Words = 'translation'>(
  words?: Namespace,
): { readonly t: TFunction<Namespace> } {
  const now = useSyncExternalStore(followLanguage, language, language)
  return writerOf(now, words ?? 'translation') as { readonly t: TFunction<Namespace> }
}
