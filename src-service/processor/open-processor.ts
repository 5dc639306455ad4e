import { join } from 'node:path'
import { assertNever } from '../../src-shared/result.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/store.ts'
import { openHarshBooks } from './harsh/books.ts'
import { createHarshProcessor } from './harsh/harsh-processor.ts'
import { createSharedHarsh } from './harsh/shared-harsh.ts'
import type { Processor } from './processor.ts'
import { openLedger } from './sandbox/ledger.ts'
import { createSandboxProcessor } from './sandbox/sandbox-processor.ts'
import { createSharedSandbox } from './sandbox/shared-sandbox.ts'

/** What --processor may name. */
export const processorNames = ['sandbox', 'harsh'] as const
export type ProcessorName = (typeof processorNames)[number]

/** Banks that move no money, whatever they answer. */
const playMoney: ReadonlySet<ProcessorName> = new Set(['sandbox', 'harsh'])
export const isPlayMoney = (name: ProcessorName): boolean => playMoney.has(name)

export interface OpenProcessor {
  readonly processor: Processor
  close(): void
}

/** @param directory where a bank of the sandbox keeps its books, unless several nodes share a database. */
export function openProcessor(
  name: ProcessorName,
  { clock, directory, store }: { readonly clock: Clock; readonly directory: string; readonly store: Store },
): OpenProcessor {
  switch (name) {
    case 'sandbox': {
      // Several nodes must see one bank: its books are rows of the database that they share.
      if (store.shared) return { processor: createSharedSandbox({ clock, store }), close: () => undefined }
      const ledger = openLedger(join(directory, 'sandbox-processor.db'))
      return { processor: createSandboxProcessor({ clock, ledger }), close: () => ledger.close() }
    }
    case 'harsh': {
      if (store.shared) return { processor: createSharedHarsh({ clock, store }), close: () => undefined }
      const books = openHarshBooks(join(directory, 'harsh-processor.db'))
      return { processor: createHarshProcessor({ clock, books }), close: () => books.close() }
    }
    default:
      return assertNever(name)
  }
}
