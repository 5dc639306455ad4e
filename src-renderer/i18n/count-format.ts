import type { FormatterModule } from 'i18next'
import { type Language, quantityIn } from '../../src-shared/language.ts'

/** What counts things; other numbers name one: a port, an entry, a report. */
const counts = new Set(['count', 'entries', 'last', 'total'])

/** Writes a count of more than 999, or a part of one, as the language does: 18,204 sales, 0,35 vendu. */
export const countFormat = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language, options) =>
    // A formatter of numbers takes far longer to make than a small number takes to write.
    typeof value === 'number' &&
    (value > 999 || !Number.isInteger(value)) &&
    counts.has(String(options?.interpolationkey))
      ? quantityIn(language as Language, value)
      : (value as string),
} as const satisfies FormatterModule
