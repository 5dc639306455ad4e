import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'

/** The intent's fields that name the cashier and the counter, so that it can be found by them (docs/decisions/0072). */
export type SellerFields = Readonly<Partial<Record<'cashier' | 'counter', string>>>

/**
 * Returns the same fields every time for one sale: a retry with the same idempotency key must not differ, even if the
 * cashier has been renamed in between.
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
