import { assertNever } from '../result.ts'
import type { SaleState } from './sale.ts'

/** Whether somebody may be at the terminal with a card, or has to decide about a payment. */
export function isUnderWay({ kind }: SaleState): boolean {
  switch (kind) {
    case 'creating':
    case 'choosing_tip':
    case 'adding_tip':
    case 'authorizing':
    case 'checking':
    case 'deciding':
    case 'voiding':
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
