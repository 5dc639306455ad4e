import { networkName } from '../../src-shared/payments/card-name.ts'

/** Such as `Visa •••• 1111`: never more of the card than this. Empty when the card is not known. */
export function cardName(brand: string, lastFour: string): string {
  const digits = lastFour === '' ? '' : `••••\u00a0${lastFour}`
  return [networkName(brand), digits].filter((part) => part !== '').join(' ')
}
