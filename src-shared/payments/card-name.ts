/** The networks' names for people (decision 27). */
const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  'american express': 'Amex',
  american_express: 'Amex',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  'diners club': 'Diners Club',
  unionpay: 'UnionPay',
  interac: 'Interac',
}

/** Normalizes a network's name: a service or gateway may write `visa` or `AMEX`. An unknown name is unchanged. */
export const networkName = (brand: string): string => networks[brand.toLowerCase()] ?? brand

/** A card on receipts and terminals, such as `Visa **** 1111`: never more digits than this. */
export const printedCard = (brand: string, lastFour: string): string =>
  `${networkName(brand)} **** ${lastFour}`
