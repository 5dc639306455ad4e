import i18next from 'i18next'
import { parseAmount } from '../../src-shared/amount-text.ts'
import type { Language } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'

/** What somebody typed who reads the screen in its language. @returns cents; null when it is not an amount */
export const typedAmount = (text: string): Cents | null => parseAmount(text, i18next.language as Language)
