import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'

/** The fields that identify a sale in the log. */
export const idsOf = (state: SaleState) =>
  state.kind === 'ready'
    ? {}
    : { sale: state.sale.id, intent: state.sale.intent_id, attempt: state.sale.attempt }

/** Facts of a sale that is put away with an unknown outcome: the log is the only record of it. */
export const factsOfUnknown = ({ state, parked_at, record }: ParkedSale) => {
  const { id: sale, amount, tip, hsn, started_at } = state.sale
  return { sale, amount, tip, hsn, started_at, parked_at, finding: record?.finding ?? null }
}
