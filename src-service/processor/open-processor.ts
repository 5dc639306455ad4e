import { join } from 'node:path'
import { assertNever } from '../../src-shared/result.ts'
import type { StartWriter } from '../store/sqlite/write-set.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import { openHarshBooks } from './harsh/books.ts'
import { createHarshProcessor } from './harsh/harsh-processor.ts'
import { createSharedHarsh } from './harsh/shared-harsh.ts'
import { type BankTerminals, withTerminals } from './harsh/with-terminals.ts'
import type { Processor } from './processor.ts'
import { openLedger } from './sandbox/ledger.ts'
import { createSandboxProcessor } from './sandbox/sandbox-processor.ts'
import { createSharedSandbox } from './sandbox/shared-sandbox.ts'

/** Possible values of --processor. */
export const processorNames = ['sandbox', 'harsh', 'harsh-terminals'] as const
export type ProcessorName = (typeof processorNames)[number]

/** Processors that never move real money. */
const playMoney: ReadonlySet<ProcessorName> = new Set(processorNames)
export const isPlayMoney = (name: ProcessorName): boolean => playMoney.has(name)

export interface OpenProcessor {
  readonly processor: Processor
  close(): Promise<void>
}

export interface ProcessorParts {
  readonly clock: Clock
  /** Directory of a sandbox bank's data, unless several nodes share a database. */
  readonly directory: string
  readonly store: Store
  /** The terminals of a bank whose terminals authorize by themselves. */
  readonly terminals: BankTerminals
  /** Delay of the bank's answers, in ms; default 150. */
  readonly latencyMs?: number
  /** Writer of the sandbox bank's data; default: this thread. */
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

/** Several nodes must use one bank, so its data are rows of the shared database. */
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
