import type { ShownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'

/**
 * Returns a function for the address of the receipt on the display. The address is requested once, when the receipt is
 * first shown; the function returns null until it arrives. An answer for a receipt that is no longer shown is dropped.
 * @param ask returns null if a phone cannot open the receipt
 * @param onFound called when the address of the shown receipt has arrived
 */
export function createReceiptAddress(
  ask: (receipt: ShownReceipt) => Promise<string | null>,
  onFound: () => void,
): (shown: ShownReceipt | null) => string | null {
  let present: { readonly receipt: ShownReceipt; url: string | null } | null = null
  return (shown) => {
    if (shown === null) return null
    if (present?.receipt.intent_id === shown.intent_id) return present.url
    const asked: NonNullable<typeof present> = { receipt: shown, url: null }
    present = asked
    void ask(shown).then((url) => {
      asked.url = url
      if (url !== null && present === asked) onFound()
    })
    return null
  }
}
