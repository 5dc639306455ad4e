import { isReceiptNumber } from '../../src-shared/pos/bill/is-receipt-number.ts'
import type { Catalogue } from '../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeIndex, barcodeKey } from '../../src-shared/pos/catalogue/look-up.ts'
import type { Log } from '../log.ts'

/** Tells a person's scans from what another device sends on the scanner's port. */
export interface KnownScans {
  take(code: string): Promise<void>
}

export interface KnownScansOptions {
  /** The items; null where none are sold. */
  readonly items: () => Promise<Catalogue | null>
  readonly onScan: (code: string) => void
  readonly personActed: () => void
  /** Whether a person used the counter within the last `ms` milliseconds. */
  readonly isAttended: (ms: number) => boolean
  readonly log: Log
  /** A monotonic clock, in ms. */
  readonly now?: () => number
}

/** Unknown codes one after another with shorter pauses than this, in ms, are one stream. */
const pauseMs = 10_000
/** A person who scans so many unknown codes has pressed something in between, if only to close the message. */
const mostUnknown = 20
/** No person scans so many unknown codes in this time, in ms. */
const tooFastMs = 30_000

/**
 * Scales, receivers and broken scanners send lines that look like codes, and may do so for days. Only the code of an item
 * or a receipt proves that a person scans: it alone postpones the lock. Unknown codes are shown, so that a cashier sees
 * that an item is missing; but a stream of them, of which nobody takes notice, is not shown any more: it would cover the
 * screen for good.
 */
export function createKnownScans(options: KnownScansOptions): KnownScans {
  const { now = () => performance.now() } = options
  /** The number of unknown codes in a row of which nobody took notice. */
  let unnoticed = 0
  /** The times of the latest unknown codes in a row. */
  let times: readonly number[] = []
  let isNoisy = false
  let index: { readonly of: Catalogue; readonly codes: ReadonlyMap<string, unknown> } | null = null

  async function isKnown(code: string): Promise<boolean> {
    const catalogue = await options.items()
    if (isReceiptNumber(code)) return true
    if (catalogue === null) return false
    if (index?.of !== catalogue) index = { of: catalogue, codes: barcodeIndex(catalogue.items) }
    return index.codes.has(barcodeKey(code))
  }

  /** Whether the unknown code belongs to a stream that no person makes. */
  function isNoise(): boolean {
    const at = now()
    if (at - (times.at(-1) ?? Number.NEGATIVE_INFINITY) > pauseMs) {
      times = []
      unnoticed = 0
    }
    if (options.isAttended(pauseMs)) unnoticed = 0
    times = [...times.slice(-mostUnknown), at]
    unnoticed += 1
    const isTooFast = times.length > mostUnknown && at - (times[0] ?? at) < tooFastMs
    return unnoticed > mostUnknown || isTooFast
  }

  return {
    async take(code) {
      if (await isKnown(code)) {
        options.personActed()
        options.onScan(code)
        return
      }
      const wasNoisy = isNoisy
      isNoisy = isNoise()
      if (!isNoisy) options.onScan(code)
      else if (!wasNoisy) options.log.warn({}, 'serial.noise')
    },
  }
}
