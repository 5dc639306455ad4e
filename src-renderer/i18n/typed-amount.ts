import i18next from 'i18next'
import { parseAmount, writeAmount, writeNumber } from '../../src-shared/amount-text.ts'
import type { Language } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'

const language = (): Language => i18next.language as Language

/** Parses an amount typed in the screen's language. @returns cents; null if the text is not an amount */
export const typedAmount = (text: string): Cents | null => parseAmount(text, language())

/** Formats an amount for a text field: 12.50, or 12,50 if the language writes it so. */
export const amountToType = (amount: Cents): string => writeAmount(amount, language())

/** Formats a quantity or a share for a text field. */
export const numberToType = (number: number): string => writeNumber(number, language())
