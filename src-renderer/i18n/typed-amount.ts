import i18next from 'i18next'
import { parseAmount, writeAmount, writeNumber } from '../../src-shared/amount-text.ts'
import type { Language } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'

const language = (): Language => i18next.language as Language

/** What somebody typed who reads the screen in its language. @returns cents; null when it is not an amount */
export const typedAmount = (text: string): Cents | null => parseAmount(text, language())

/** What a field for an amount begins with: 12.50, or 12,50 where the language writes it so. */
export const amountToType = (amount: Cents): string => writeAmount(amount, language())

/** The same of a quantity or a share. */
export const numberToType = (number: number): string => writeNumber(number, language())
