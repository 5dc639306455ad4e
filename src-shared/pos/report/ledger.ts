import { taxText } from '../order/tax-text.ts'
import type { Figures } from './figures-schema.ts'
import type { Report } from './z-report.ts'

/** The accounts of the double entry; docs/guides/manager.md describes each. */
export type LedgerAccount =
  | 'sales'
  | 'returns'
  | 'tax'
  | 'tips'
  | 'surcharges'
  | 'rounding'
  | 'received'
  | 'gift_cards'
  | 'exchanges'
  | 'returns_unresolved'
  | 'safe'
  | 'paid_out'
  | 'paid_in'
  | 'refunds_in_cash'
  | 'cash_over_short'
  | 'fees'
  | 'fees_payable'
  | 'suspense'

/** One row, in cents: a debit is positive, a credit negative. */
export interface LedgerRow {
  readonly account: LedgerAccount
  /** The tax, method and so on; empty if the account is enough. */
  readonly name: string
  readonly amount: number
}

/**
 * A period as double entry: each sum is booked where it came from and where it went, so that all rows add up to 0. Any
 * remainder is booked to `suspense`, and never spread over other accounts.
 */
export function ledgerOf({ figures, check }: Pick<Report, 'figures' | 'check'>): readonly LedgerRow[] {
  const rows = [...salesRows(figures), ...drawerRows(figures)]
  if (check.kind === 'checked') rows.push(...pair('fees', 'fees_payable', '', check.fees))
  const left = rows.reduce((sum, { amount }) => sum + amount, 0)
  return [...rows, row('suspense', '', -left)].filter(({ amount }) => amount !== 0)
}

function salesRows({ sales, returns, methods, taxes }: Figures): LedgerRow[] {
  const taxBack = taxes.reduce((sum, { returned }) => sum + returned, 0)
  return [
    row('sales', '', -sales.net),
    row('returns', '', returns.net),
    ...taxes.map(({ tax, returned, ...rate }) => row('tax', taxText(rate), returned - tax)),
    // If the bill of the goods can no longer be read, the rate is unknown.
    row('tax', 'unknown rate', returns.tax - taxBack),
    row('tips', '', returns.tips - sales.tips),
    row('surcharges', '', returns.surcharges - sales.surcharges),
    row('rounding', '', returns.rounding - sales.rounding),
    // The price of gift cards is owed until they pay.
    row('gift_cards', '', -(sales.gift_cards ?? 0)),
    ...methods.map(({ method, amount, tips, surcharges, rounding, returned }) => {
      const cents = amount + tips + surcharges + rounding - returned
      if (method === 'gift_card') return row('gift_cards', 'paid with them', cents)
      // Adds up to 0: a return's credit for an exchange pays a bill, which may leave on the next day.
      return method === 'exchange' ? row('exchanges', '', cents) : row('received', method, cents)
    }),
    row('returns_unresolved', '', -returns.unresolved),
  ]
}

function drawerRows({ methods, cash }: Pick<Figures, 'methods' | 'cash'>): LedgerRow[] {
  const { drops, payouts, refunds, paid_in, shifts } = cash
  // Refunds of this counter's sales are already among the returns.
  const ofSales = methods.find(({ method }) => method === 'cash')?.returned ?? 0
  const over = shifts.reduce((sum, { counted, expected }) => sum + counted - expected, 0)
  return [
    ...pair('safe', 'received', 'cash', drops),
    ...pair('paid_out', 'received', 'cash', payouts),
    ...pair('refunds_in_cash', 'received', 'cash', refunds - ofSales),
    ...pair('received', 'paid_in', 'cash', paid_in),
    ...pair('received', 'cash_over_short', 'cash', over),
  ]
}

const row = (account: LedgerAccount, name: string, amount: number): LedgerRow => ({ account, name, amount })

/** Books from one account to another. The name is that of the money. */
const pair = (debit: LedgerAccount, credit: LedgerAccount, name: string, amount: number): LedgerRow[] => [
  row(debit, debit === 'received' ? name : '', amount),
  row(credit, credit === 'received' ? name : '', -amount),
]
