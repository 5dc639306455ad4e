import type { FormatterModule } from 'i18next'
import { type Language, quantityIn } from '../../src-shared/language.ts'

/** Names of placeholders that hold a count. Other numbers identify something: a port, an entry, a report. */
const counts = new Set(['count', 'entries', 'last', 'total'])

/** Formats counts above 999 and fractions in the language's way: 18,204 sales, 0,35 vendu. */
export const countFormat = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language, options) =>
    // Creating a number formatter takes far longer than writing a small number.
    typeof value === 'number' &&
    (value > 999 || !Number.isInteger(value)) &&
    counts.has(String(options?.interpolationkey))
      ? quantityIn(language as Language, value)
      : (value as string),
} as const satisfies FormatterModule
