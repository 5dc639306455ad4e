import type { ReceiptLine } from './lines.ts'
import { text } from './receipt-parts.ts'
import { type ShopContact, unknownContact } from './shop-contact.ts'

/** Keeps the postal code and its state at the end of an address on one row. */
const unbrokenCode = (line: string): string =>
  line.replace(/(\b[a-z]{2} +)?\b(\d{5}(-\d{4})?|[a-z]\d[a-z] \d[a-z]\d)$/i, (code) =>
    code.replace(/ +/g, '\u00a0'),
  )

/** The head of every paper: name and contact of the shop. */
export const shopLines = (
  name: string,
  { address1, address2, phone }: ShopContact = unknownContact,
): readonly ReceiptLine[] => [
  text(name, 'large'),
  ...[address1, address2, phone].filter((line) => line.trim() !== '').map((line) => text(unbrokenCode(line))),
]
