import type { ShownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'

/**
 * Where the receipt on the display is read: asked for once, when it is first shown. The sale does not wait for it, and what
 * comes too late is dropped.
 * @param ask null where nobody's telephone could read it
 * @param onFound the address of what is shown is there
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
