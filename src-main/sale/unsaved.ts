import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'

/** Tracks what could not be written to this computer's disk: it is shown, and retried until it is written. */
export interface UnsavedTracker {
  /** Records whether writing the last line of the journal failed. */
  journal(failed: boolean): void
  /** Records whether booking this cash entry failed. */
  cash(id: string, failed: boolean): void
  /** Records whether filing this bill failed. A failure loses no money and blocks no sale, so it is not shown. */
  bill(id: string, failed: boolean): void
  stop(): void
}

export function trackUnsaved(options: {
  readonly tryAgain: (left: {
    readonly journal: boolean
    readonly cash: ReadonlySet<string>
    readonly bills: ReadonlySet<string>
  }) => Promise<void>
  readonly onUnsaved: (unsaved: Unsaved) => void
  readonly pauseMs: number
}): UnsavedTracker {
  let journal = false
  const cash = new Set<string>()
  const bills = new Set<string>()
  const isWaiting = () => journal || cash.size > 0 || bills.size > 0
  let next: NodeJS.Timeout | null = null
  let stopped = false

  function changed(): void {
    options.onUnsaved({ journal, cash: cash.size })
    if (isWaiting()) tryLater()
  }

  function tryLater(): void {
    if (stopped || next !== null) return
    next = setTimeout(async () => {
      await options.tryAgain({ journal, cash: new Set(cash), bills: new Set(bills) })
      next = null
      if (isWaiting()) tryLater()
    }, options.pauseMs).unref()
  }

  return {
    journal(failed) {
      if (failed === journal) return
      journal = failed
      changed()
    },
    cash(id, failed) {
      if (failed === cash.has(id)) return
      if (failed) cash.add(id)
      else cash.delete(id)
      changed()
    },
    bill(id, failed) {
      if (failed) bills.add(id)
      else bills.delete(id)
      if (isWaiting()) tryLater()
    },
    stop() {
      stopped = true
      if (next !== null) clearTimeout(next)
    },
  }
}
