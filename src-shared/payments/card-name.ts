/** Networks by the name that people know them by (decision 27). */
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

/** A service or gateway may write it in its own way, such as `visa` or `AMEX`. One that is not known stays as it is. */
export const networkName = (brand: string): string => networks[brand.toLowerCase()] ?? brand

/** A card on paper and on a terminal, such as `Visa **** 1111`: never more of it than this. */
export const printedCard = (brand: string, lastFour: string): string =>
  `${networkName(brand)} **** ${lastFour}`
