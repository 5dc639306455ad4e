import type { BoardingAddress } from '../api/schemas/company.ts'

/** An address as printed on receipts: street and suite, then city, state and postal code. */
export function addressLines({ address_line1, address_line2, city, state, zip_code }: BoardingAddress) {
  const known = (parts: readonly (string | undefined)[], between: string) =>
    parts
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(between)
  return {
    address1: known([address_line1, address_line2], ', '),
    address2: known([city, known([state, zip_code], ' ')], ', '),
  }
}
