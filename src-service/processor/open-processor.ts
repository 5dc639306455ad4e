import { join } from 'node:path'
import { assertNever } from '../../src-shared/result.ts'
import type { Clock } from '../clock.ts'
import type { StartWriter } from '../store/sqlite/write-set.ts'
import type { Store } from '../store/store.ts'
import { openHarshBooks } from './harsh/books.ts'
import { createHarshProcessor } from './harsh/harsh-processor.ts'
import { createSharedHarsh } from './harsh/shared-harsh.ts'
import { type BankTerminals, withTerminals } from './harsh/with-terminals.ts'
import type { Processor } from './processor.ts'
import { openLedger } from './sandbox/ledger.ts'
import { createSandboxProcessor } from './sandbox/sandbox-processor.ts'
import { createSharedSandbox } from './sandbox/shared-sandbox.ts'

/** What --processor may name. */
export const processorNames = ['sandbox', 'harsh', 'harsh-terminals'] as const
export type ProcessorName = (typeof processorNames)[number]

/** Banks that move no money, whatever they answer. */
const playMoney: ReadonlySet<ProcessorName> = new Set(processorNames)
export const isPlayMoney = (name: ProcessorName): boolean => playMoney.has(name)

export interface OpenProcessor {
  readonly processor: Processor
  close(): Promise<void>
}

export interface ProcessorParts {
  readonly clock: Clock
  /** Where a bank of the sandbox keeps its books, unless several nodes share a database. */
  readonly directory: string
  readonly store: Store
  /** Of a bank whose terminals authorize by themselves. */
  readonly terminals: BankTerminals
  /** How long the bank takes to answer, ms; absent: 150. */
  readonly latencyMs?: number
  /** What writes the sandbox bank's books; absent: this thread. */
  readonly startWriter?: StartWriter | undefined
}

export function openProcessor(name: ProcessorName, parts: ProcessorParts): OpenProcessor {
  switch (name) {
    case 'sandbox':
      return openSandbox(parts)
    case 'harsh':
      return openHarsh(parts)
    case 'harsh-terminals': {
      const { processor, close } = openHarsh(parts)
      return { processor: withTerminals(processor, parts.terminals), close }
    }
    default:
      return assertNever(name)
  }
}

/** Several nodes must see one bank: its books are rows of the database that they share. */
function openSandbox({ directory, store, startWriter, ...options }: ProcessorParts): OpenProcessor {
  if (store.shared) return { processor: createSharedSandbox({ ...options, store }), close: async () => {} }
  const ledger = openLedger(join(directory, 'sandbox-processor.db'), startWriter)
  return { processor: createSandboxProcessor({ ...options, ledger }), close: () => ledger.close() }
}

function openHarsh({ directory, store, ...options }: ProcessorParts): OpenProcessor {
  if (store.shared) return { processor: createSharedHarsh({ ...options, store }), close: async () => {} }
  const books = openHarshBooks(join(directory, 'harsh-processor.db'))
  return { processor: createHarshProcessor({ ...options, books }), close: async () => books.close() }
}
