import { isReceiptNumber } from '../../src-shared/pos/bill/is-receipt-number.ts'
import { isTextField } from '../keyboard/is-text-field.ts'
import { type Burst, endedByEnter, noBurst, withKey } from './barcode-wedge.ts'

/** A scanner also presses these, for capital letters. */
const modifiers: readonly string[] = ['Shift', 'CapsLock']

/**
 * For a shop without items. A receipt that is scanned there begins with a letter, which no amount does: its digits would
 * be the amount, and its Enter would charge it. Keys of a scanner that follow such a letter are taken from the page.
 * @returns a function that stops watching
 */
export function watchReceiptScans(onReceipt: (number: string) => void): () => void {
  let burst: Burst = noBurst

  function press(event: KeyboardEvent): void {
    const { key, timeStamp } = event
    if (modifiers.includes(key)) return
    const next = key.length === 1 ? withKey(burst, key, timeStamp) : noBurst
    const scanned = key === 'Enter' ? endedByEnter(burst, timeStamp) : null
    const isOther = isTextField(event.target) || event.ctrlKey || event.altKey || event.metaKey
    // Only what begins with a letter is followed: amounts are typed as before.
    burst = isOther || !/^[a-z]/i.test(next.text) ? noBurst : next
    if (scanned === null && burst.text.length < 2) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (scanned !== null && isReceiptNumber(scanned)) onReceipt(scanned)
  }

  window.addEventListener('keydown', press, { capture: true })
  return () => window.removeEventListener('keydown', press, { capture: true })
}
