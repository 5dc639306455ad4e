import { plainText } from '../../words-of.ts'
import type { Bill } from './bill.ts'

/**
 * Whether a bill matches a typed text: each word is part of its receipt, ignoring case and accents. Searches the
 * receipt's number, authorization codes, last four digits, brands, items, notes and the name of a tab.
 */
export function isMeantBy(words: string): (bill: Bill) => boolean {
  const wanted = plainText(words)
    .split(/\s+/)
    .filter((word) => word !== '')
  return (bill) => {
    const text = plainText(textOf(bill))
    return wanted.length > 0 && wanted.every((word) => text.includes(word))
  }
}

function textOf({ number, note, order, tenders, tab }: Bill): string {
  const cards = tenders.flatMap((tender) => {
    if (tender.kind !== 'card') return []
    const { brand, last_four, auth_code } = tender.payment
    return [brand, last_four, auth_code, tender.sale.note, tender.sale.tab?.name ?? '']
  })
  const lines = order?.lines.flatMap((line) => [line.name, line.note]) ?? []
  return [number, note, ...cards, ...lines, tab?.sale.note ?? ''].join('\n')
}
