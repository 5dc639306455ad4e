import { assertNever } from '../../result.ts'
import { holdsMoney } from '../bill/balance.ts'
import type { Snapshot } from '../snapshot.ts'
import type { SaleState } from './sale.ts'

/** Whether a card may be at the terminal, a decision about a payment is open, or a bill is part paid. */
export const isUnderWay = ({ sale, bill }: Pick<Snapshot, 'sale' | 'bill'>): boolean =>
  isSaleUnderWay(sale) || (bill !== null && holdsMoney(bill))

function isSaleUnderWay({ kind }: SaleState): boolean {
  switch (kind) {
    case 'creating':
    case 'choosing_tip':
    case 'adding_tip':
    case 'reading_card':
    case 'confirming':
    case 'adding_surcharge':
    case 'authorizing':
    case 'checking':
    case 'deciding':
    case 'voiding':
    case 'capturing':
    case 'signing':
      return true
    case 'ready':
    case 'declined':
    case 'approved':
    case 'stopped':
      return false
    default:
      return assertNever(kind)
  }
}
