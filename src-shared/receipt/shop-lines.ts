import type { ReceiptLine } from './lines.ts'
import { text } from './receipt-parts.ts'
import { type ShopContact, unknownContact } from './shop-contact.ts'

/** Who gives a paper: the head of each. */
export const shopLines = (
  name: string,
  { address1, address2, phone }: ShopContact = unknownContact,
): readonly ReceiptLine[] => [
  text(name, 'large'),
  ...[address1, address2, phone].filter((line) => line.trim() !== '').map((line) => text(line)),
]
