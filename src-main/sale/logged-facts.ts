import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'

/** How the log names a sale. */
export const idsOf = (state: SaleState) =>
  state.kind === 'ready'
    ? {}
    : { sale: state.sale.id, intent: state.sale.intent_id, attempt: state.sale.attempt }

/** Of a sale that is put away with its outcome unknown: all that is left of it is in the log. */
export const factsOfUnknown = ({ state, parked_at, record }: ParkedSale) => {
  const { id: sale, amount, tip, hsn, started_at } = state.sale
  return { sale, amount, tip, hsn, started_at, parked_at, finding: record?.finding ?? null }
}
