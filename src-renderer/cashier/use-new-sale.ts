import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { pressAmountKey } from '../stores/entry-store.ts'
import { type AmountKey, digitKeys } from './amount-entry.ts'

/**
 * Leaves what has ended, by its button or a key. The next customer's amount may be typed at once: no digit is lost.
 * @param resting the screen has only just come, by a press that may come twice: nothing leaves it yet.
 */
export function useNewSale(resting = false): { readonly newSale: () => void; readonly leaving: boolean } {
  const leaving = useRunning('sale.finish')
  const newSale = () => send('sale.finish', undefined)
  const beginWith = (digit: AmountKey) => {
    pressAmountKey(digit)
    if (!leaving) newSale()
  }
  const digits = Object.fromEntries(digitKeys.map((digit) => [digit, () => beginWith(digit)]))
  useKeys(resting ? {} : { ...digits, enter: newSale, escape: newSale })
  return { newSale, leaving: leaving || resting }
}
