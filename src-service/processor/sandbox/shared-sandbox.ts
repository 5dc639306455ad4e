import type { Processor } from '../processor.ts'
import { createSharedBank, type SharedBankOptions, sequenceOf } from '../shared-bank.ts'
import type { LedgerEntry, SandboxLedger } from './ledger.ts'
import { createSandboxProcessor } from './sandbox-processor.ts'

/** The sandbox's bank with its data in a database that several nodes share (shared-bank.ts). */
export const createSharedSandbox = (options: SharedBankOptions): Processor =>
  createSharedBank<LedgerEntry>(options, {
    books: '',
    open(paymentId, entry) {
      const { ledger, written } = createPage(paymentId, entry)
      return {
        bank: createSandboxProcessor({ clock: options.clock, ledger, latencyMs: 0 }),
        changed: written,
      }
    },
    isSteady: true,
  })

/** The bank's data of one payment, in memory; `written` returns what was saved in the meantime. */
function createPage(paymentId: string, entry: LedgerEntry | null) {
  let current = entry
  const ledger: SandboxLedger = {
    find: (id) => (id === paymentId ? current : null),
    nextSequence: () => sequenceOf(paymentId),
    save: (next) => {
      current = next
    },
    written: async () => undefined,
    // Reports concern all payments, so they are not in this payment's data.
    addReport: () => undefined,
    reportsSince: () => [],
    close: async () => undefined,
  }
  return { ledger, written: () => (current === entry ? null : current) }
}
