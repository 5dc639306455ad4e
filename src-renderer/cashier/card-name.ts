/** Networks as they write themselves; the service names them in its own way. */
const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  'american express': 'American Express',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
  unionpay: 'UnionPay',
}

/** Such as `Visa •••• 1111`: never more of the card than this. Empty when the card is not known. */
export function cardName(brand: string, lastFour: string): string {
  const network = networks[brand.toLowerCase()] ?? brand
  return [network, lastFour === '' ? '' : `•••• ${lastFour}`].filter((part) => part !== '').join(' ')
}
