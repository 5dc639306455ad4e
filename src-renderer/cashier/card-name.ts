import { networkName } from '../../src-shared/payments/card-name.ts'

/** For example `Visa •••• 1111`, kept on one line. Never shows more of the card. Empty if the card is not known. */
export function cardName(brand: string, lastFour: string): string {
  const digits = lastFour === '' ? '' : `••••\u00a0${lastFour}`
  return [networkName(brand), digits].filter((part) => part !== '').join('\u00a0')
}
