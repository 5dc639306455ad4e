import type { ReceiptData } from '../api/schemas/payment.ts'

/** The shop's address and phone as printed on its papers; '' if unknown. */
export interface ShopContact {
  readonly address1: string
  readonly address2: string
  readonly phone: string
}

export const unknownContact: ShopContact = { address1: '', address2: '', phone: '' }

/** The contact on the receipt of a payment. */
export const contactIn = ({ address_1, address_2, phone }: ReceiptData): ShopContact => ({
  address1: address_1,
  address2: address_2,
  phone,
})

/** Fills gaps of the first from the second. The address is taken as a whole: mixed lines would be a third address. */
export const withoutGaps = (first: ShopContact, second: ShopContact): ShopContact => {
  const { address1, address2 } = `${first.address1}${first.address2}`.trim() === '' ? second : first
  return { address1, address2, phone: first.phone.trim() || second.phone }
}
