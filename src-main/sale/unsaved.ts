import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'

/** What could not be written on this computer's disk: people see it, and it is tried again until it is there. */
export interface UnsavedTracker {
  /** How the last line of the journal ended. */
  journal(failed: boolean): void
  /** How the booking of this cash ended. */
  cash(id: string, failed: boolean): void
  stop(): void
}

export function trackUnsaved(options: {
  readonly tryAgain: (left: {
    readonly journal: boolean
    readonly cash: ReadonlySet<string>
  }) => Promise<void>
  readonly onUnsaved: (unsaved: Unsaved) => void
  readonly pauseMs: number
}): UnsavedTracker {
  let journal = false
  const cash = new Set<string>()
  let next: NodeJS.Timeout | null = null
  let stopped = false

  function changed(): void {
    options.onUnsaved({ journal, cash: cash.size })
    if (journal || cash.size > 0) tryLater()
  }

  function tryLater(): void {
    if (stopped || next !== null) return
    next = setTimeout(async () => {
      await options.tryAgain({ journal, cash: new Set(cash) })
      next = null
      if (journal || cash.size > 0) tryLater()
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
    stop() {
      stopped = true
      if (next !== null) clearTimeout(next)
    },
  }
}
