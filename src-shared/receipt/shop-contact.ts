import type { ReceiptData } from '../api/schemas/payment.ts'

/** Where a shop is, and its phone, as its papers have them; '' for what is not known. */
export interface ShopContact {
  readonly address1: string
  readonly address2: string
  readonly phone: string
}

export const unknownContact: ShopContact = { address1: '', address2: '', phone: '' }

/** As the receipt of a payment has it. */
export const contactIn = ({ address_1, address_2, phone }: ReceiptData): ShopContact => ({
  address1: address_1,
  address2: address_2,
  phone,
})

/** The first, and what it lacks from the second. An address is taken as a whole: lines of two would be a third. */
export const withoutGaps = (first: ShopContact, second: ShopContact): ShopContact => {
  const { address1, address2 } = `${first.address1}${first.address2}`.trim() === '' ? second : first
  return { address1, address2, phone: first.phone.trim() || second.phone }
}
