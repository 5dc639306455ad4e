import { stringify } from 'csv-stringify/sync'
import { cellOf } from '../../src-shared/csv-cell.ts'
import { ledgerOf } from '../../src-shared/pos/report/ledger.ts'
import { zName } from '../../src-shared/pos/report/z-name.ts'
import type { Report, ZReport } from '../../src-shared/pos/report/z-report.ts'
import { priceText } from '../../src-shared/price-text.ts'

const columns = ['report', 'from', 'to', 'currency', 'account', 'name', 'debit', 'credit'] as const

/** A period in double entry, one line per posting: the sums of debits and credits are equal. */
export function ledgerTable(report: Report, z: ZReport | null): string {
  const head = [z === null ? 'X' : `Z${zName(z)}`, report.from, report.to, report.currency]
  const rows = ledgerOf(report).map(({ account, name, amount }) => [
    ...head,
    account,
    cellOf(name),
    amount > 0 ? priceText(amount) : '',
    amount < 0 ? priceText(-amount) : '',
  ])
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  return stringify([[...columns], ...rows], { bom: true, record_delimiter: 'windows' })
}
