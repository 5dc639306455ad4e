import { defaultCurrency } from '../../src-shared/currency.ts'
import type { MovedRow } from './what-is-moved.ts'

export const moneyKinds = ['captured', 'refunded', 'voided', 'gift cards'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** The payments of an account, or the gift card balances of a business, in one currency. */
export interface MoneySums {
  /** Id of the account, or of the business for gift cards. */
  readonly of: string
  readonly currency: string
  /** Cents. */
  readonly amounts: Readonly<Partial<Record<MoneyKind, bigint>>>
}

const ofPayments = [
  ['amount_captured', 'captured'],
  ['amount_refunded', 'refunded'],
  ['amount_voided', 'voided'],
] as const

/** Adds up the money in the rows of a table as they are read. Tables without money have no sums. */
export function createSums(table: string, columns: readonly string[]) {
  const sums = new Map<string, MoneySums & { readonly amounts: Partial<Record<MoneyKind, bigint>> }>()
  const at = (column: string): number => columns.indexOf(column)
  const add = (of: string, currency: string, what: MoneyKind, cents: number) => {
    const key = `${of} ${currency}`
    const sum = sums.get(key) ?? { of, currency, amounts: {} }
    sum.amounts[what] = (sum.amounts[what] ?? 0n) + BigInt(cents)
    sums.set(key, sum)
  }
  return {
    add(row: MovedRow): void {
      if (table === 'payments') {
        const { currency = defaultCurrency } = JSON.parse(String(row[at('document')])) as {
          currency?: string
        }
        for (const [column, what] of ofPayments)
          add(String(row[at('account_id')]), currency, what, Number(row[at(column)]))
      } else if (table === 'gift_cards') {
        const [of, currency] = [String(row[at('business_id')]), String(row[at('currency')])]
        add(of, currency, 'gift cards', Number(row[at('balance')]))
      }
    },
    result: (): readonly MoneySums[] =>
      [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum),
  }
}
