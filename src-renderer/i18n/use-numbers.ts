import { percentIn, quantityIn } from '../../src-shared/language.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Formats quantities and shares in the screen's language: 0,35 and 8,875 % in French. */
export function useNumbers() {
  const language = useSnapshot(({ settings }) => settings.language)
  return {
    quantity: (of: number): string => quantityIn(language, of),
    percent: (of: number): string => percentIn(language, of),
  }
}
