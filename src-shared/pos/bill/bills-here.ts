import type { ParkedSale } from '../parked/parked-sale.ts'
import type { Bill } from './bill.ts'
import type { AtCounter } from './bill-events.ts'

/** All bills that have not left: at the counter, put aside, and of parked sales. */
export const billsHere = (
  { bill, aside }: Pick<AtCounter, 'bill' | 'aside'>,
  parked: readonly ParkedSale[],
): readonly Bill[] => [bill, ...aside, ...parked.map((one) => one.bill)].filter((one) => one !== null)
