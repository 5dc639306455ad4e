import type { Language } from '../language.ts'
import type { ReceiptLine } from './lines.ts'
import { receiptWords } from './receipt-words.ts'

export const text = (
  value: string,
  weight: 'normal' | 'bold' | 'large' = 'normal',
  align: 'left' | 'center' = 'center',
) => ({ kind: 'text', text: value, align, weight }) as const
export const pair = (left: string, right: string, weight: 'normal' | 'bold' | 'large' = 'normal') =>
  ({ kind: 'pair', left, right, weight }) as const
export const rule = { kind: 'rule' } as const
export const space = { kind: 'space' } as const
export const barcode = (value: string) => ({ kind: 'barcode', text: value }) as const

/** YYYYMMDDHHMMSS as 2026-11-21 14:05. */
export const receiptTime = (stamp: string): string =>
  stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3 $4:$5')

/** Puts a notice before every other line of a training receipt, since no money moved. */
export const markTraining = (
  training: boolean,
  lines: readonly ReceiptLine[],
  language: Language = 'en',
): readonly ReceiptLine[] =>
  training ? [text(receiptWords[language].training, 'bold'), space, ...lines] : lines
