import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'

/** What an intent bears of who sold it, and at which counter: by these it is found (docs/decisions/0072). */
export type SellerFields = Readonly<Partial<Record<'cashier' | 'counter', string>>>

/**
 * The same each time it is asked of a sale: a request that is sent again under its key must not differ, though somebody is
 * renamed meanwhile.
 */
export function createSeller(options: {
  readonly nameOf: (personId: string) => string | null
  readonly counter: () => string
}): (sale: Pick<SaleFacts, 'id' | 'person_id'>) => SellerFields {
  let known: { readonly sale: string; readonly fields: SellerFields } | null = null
  return ({ id, person_id }) => {
    if (known?.sale === id) return known.fields
    const cashier = person_id == null ? null : options.nameOf(person_id)
    const fields = { ...(cashier === null ? {} : { cashier }), counter: options.counter() }
    known = { sale: id, fields }
    return fields
  }
}
