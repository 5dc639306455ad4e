import { type KeyMap, useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { pressAmountKey } from '../stores/entry-store.ts'
import { type AmountKey, digitKeys } from './amount-entry.ts'

/**
 * Leaves what has ended, by its button or a key. The next customer's amount may be typed at once: no digit is lost.
 * @param resting the screen has only just come, by a press that may come twice: the same press does not leave it yet.
 */
export function useNewSale(resting = false): { readonly newSale: () => void; readonly leaving: boolean } {
  const leaving = useRunning('sale.finish')
  const newSale = () => send('sale.finish', undefined)
  const beginWith = (digit: AmountKey) => {
    pressAmountKey(digit)
    if (!leaving) newSale()
  }
  useKeys(newSaleKeys(resting, beginWith, newSale))
  return { newSale, leaving: leaving || resting }
}

/** A digit is never the press that paid, come twice: it begins the next sale at once. */
export const newSaleKeys = (
  resting: boolean,
  beginWith: (digit: AmountKey) => void,
  newSale: () => void,
): KeyMap => ({
  ...Object.fromEntries(digitKeys.map((digit) => [digit, () => beginWith(digit)])),
  ...(resting ? {} : { enter: newSale, escape: newSale }),
})
