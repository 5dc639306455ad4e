import type { DisplaySnapshot } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { displaySnapshotOf, type TipQuestion } from '../../src-shared/pos/customer-display/display-view.ts'
import { type ShownReceipt, shownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { type DisplayPlace, displayPlace, type Screen } from './display-place.ts'
import type { DisplayRequests } from './display-requests.ts'
import { listPictures, readPicture } from './idle-pictures.ts'
import { createReceiptAddress } from './receipt-address.ts'

/** A window for the customer, which receives its snapshots. */
export interface DisplayWindow {
  send(snapshot: DisplaySnapshot): void
  close(): void
}

export interface CustomerDisplay extends DisplayRequests {
  isShown(): boolean
  /** Called when something that it shows, or may show, has changed. */
  follow(): void
  stop(): void
}

interface DisplayOptions {
  readonly present: () => Snapshot
  readonly tip: {
    readonly present: () => TipQuestion | null
    readonly answer: (prompt: string, tip: number) => boolean
  }
  /** Never rejects; null if a phone cannot open the receipt. */
  readonly receiptAddress: (receipt: ShownReceipt) => Promise<string | null>
  /** Passes on the signature for a waiting sale. @returns false when none is waiting */
  readonly onSigned: (signature: string) => boolean
  readonly screens: {
    all(): readonly Screen[]
    /** The screen of the cashier's window. */
    cashiers(): number
    /** @returns a function that ends the subscription */
    onChange(listener: () => void): () => void
  }
  /** @param onClosed called when a person closes it, or its screen disappears */
  readonly open: (place: DisplayPlace, onClosed: () => void) => DisplayWindow
}

/**
 * The customer's display: opens its window where there is a place for it, and sends its own snapshot when that changes.
 * A window closed by a person stays closed until its place changes.
 */
export function openCustomerDisplay(options: DisplayOptions): CustomerDisplay {
  let window: DisplayWindow | null = null
  let placed = ''
  let sent = ''
  let folder: string | null = null
  let pictures: readonly string[] = []
  const stopListening = options.screens.onChange(arrange)

  const receiptAddress = createReceiptAddress(options.receiptAddress, publish)

  const snapshot = (): DisplaySnapshot => {
    const present = options.present()
    const receipt_url = receiptAddress(shownReceipt(present))
    return displaySnapshotOf(present, { tip: options.tip.present(), pictures: pictures.length, receipt_url })
  }

  function arrange(): void {
    const { customer_display } = options.present().settings
    const place = displayPlace(customer_display, options.screens.all(), options.screens.cashiers())
    const next = JSON.stringify(place)
    if (next === placed) return
    placed = next
    window?.close()
    window = null
    if (place === null) return
    sent = JSON.stringify(snapshot())
    const opened = options.open(place, () => {
      if (window === opened) window = null
    })
    window = opened
  }

  function publish(): void {
    if (window === null) return
    const next = snapshot()
    const text = JSON.stringify(next)
    if (text === sent) return
    sent = text
    window.send(next)
  }

  async function lookForPictures(wanted: string | null): Promise<void> {
    folder = wanted
    const found = await listPictures(wanted)
    // Another folder may have been chosen meanwhile.
    if (folder !== wanted) return
    pictures = found
    publish()
  }

  function follow(): void {
    const { display_pictures } = options.present().settings
    if (display_pictures !== folder) void lookForPictures(display_pictures)
    arrange()
    publish()
  }

  follow()
  return {
    isShown: () => window !== null,
    follow,
    snapshot,
    chooseTip: options.tip.answer,
    sign(prompt, signature) {
      const { sale } = options.present()
      return sale.kind === 'signing' && sale.sale.id === prompt && options.onSigned(signature)
    },
    picture: (index) => readPicture(pictures[index]),
    stop() {
      stopListening()
      window?.close()
      window = null
    },
  }
}
