import { orderDetailsOf, taxInSale } from '../../src-shared/pos/order/order-details.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'

/** The intent's fields for the goods, their tax, and the bill of which this sale pays all or a part. */
export function orderFields(sale: Pick<SaleFacts, 'order' | 'amount' | 'bill'>) {
  const { order, bill } = sale
  const tax_amount = taxInSale(sale)
  const details = order === null ? null : orderDetailsOf(order)
  return {
    ...(details === null && bill === null ? {} : { order_details: { ...details, ...(bill && { bill }) } }),
    ...(tax_amount === 0 ? {} : { tax_amount }),
  }
}
