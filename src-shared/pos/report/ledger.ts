import { taxText } from '../order/tax-text.ts'
import type { Figures } from './figures-schema.ts'
import type { Report } from './z-report.ts'

/** Accounts of the double entry; docs/guides/manager.md says what each holds. */
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

/** One line of it. Cents: a debit is above 0, a credit below. */
export interface LedgerRow {
  readonly account: LedgerAccount
  /** Of which tax, method or such; empty where the account says all. */
  readonly name: string
  readonly amount: number
}

/**
 * A period as double entry: every sum once where it came from and once where it went, so that all add up to 0. What the
 * figures leave open would stand in `suspense`, and never be spread over the others.
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
    // Of goods whose bill cannot be read any more nobody knows the rate.
    row('tax', 'unknown rate', returns.tax - taxBack),
    row('tips', '', returns.tips - sales.tips),
    row('surcharges', '', returns.surcharges - sales.surcharges),
    row('rounding', '', returns.rounding - sales.rounding),
    // What cards were sold for is owed until they pay.
    row('gift_cards', '', -(sales.gift_cards ?? 0)),
    ...methods.map(({ method, amount, tips, surcharges, rounding, returned }) => {
      const cents = amount + tips + surcharges + rounding - returned
      if (method === 'gift_card') return row('gift_cards', 'paid with them', cents)
      // 0 in the end: what a return gives to an exchange pays a bill, which may leave on the next day.
      return method === 'exchange' ? row('exchanges', '', cents) : row('received', method, cents)
    }),
    row('returns_unresolved', '', -returns.unresolved),
  ]
}

function drawerRows({ methods, cash }: Pick<Figures, 'methods' | 'cash'>): LedgerRow[] {
  const { drops, payouts, refunds, paid_in, shifts } = cash
  // What goes back of a sale of this counter is among the returns already.
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

/** From one account to another. The name is that of the money. */
const pair = (debit: LedgerAccount, credit: LedgerAccount, name: string, amount: number): LedgerRow[] => [
  row(debit, debit === 'received' ? name : '', amount),
  row(credit, credit === 'received' ? name : '', -amount),
]
