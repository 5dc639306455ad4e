import { z } from 'zod'
import { hsnSchema } from '../../src-shared/api/schemas/hsn.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { JsonFile } from '../settings/json-file.ts'
import type { Counter } from './counter.ts'

/** Which terminal an account's counter charges on. */
export const chosenTerminalSchema = z
  .object({
    /** The usual terminal, chosen by an installer; null: none was chosen. */
    hsn: hsnSchema.nullable(),
    /** The terminal that somebody at the counter chose to charge on instead; null: the usual one. */
    now: hsnSchema.nullable().default(null),
  })
  .nullable()
export type ChosenTerminal = JsonFile<z.output<typeof chosenTerminalSchema>>

/** Holds the only counter, and switches it to another terminal. */
export interface CurrentCounter {
  /** Null until the account is known. */
  present(): Counter | null
  open(accountId: string): Promise<Counter>
  /** The terminal that the account's counter charges on when it is opened; null: the first that is found. */
  first(accountId: string): Promise<string | null>
  /** The usual terminal; null: the first that is found. */
  usual(): string | null
  /**
   * Charges on this terminal from now on, also after a restart; null: on the usual one. Does nothing while a card is
   * being charged: that payment would lose its terminal.
   * @param lasting it becomes the usual one
   */
  use(hsn: string | null, lasting: boolean): Promise<'changed' | 'in_sale' | 'not_open'>
  /** Ends selling on this counter; what was sold stays on the disk. */
  close(): Promise<void>
  stop(): Promise<void>
}

export function createCurrentCounter(options: {
  readonly chosen: (accountId: string) => ChosenTerminal
  /** `named` is set by the environment and overrides the chosen terminal; `fallback` is used where none was chosen. */
  readonly named: string | null
  readonly fallback: string | null
  readonly open: (accountId: string, hsn: string | null) => Promise<Counter>
}): CurrentCounter {
  const { named, fallback } = options
  let account: string | null = null
  let counter: Counter | null = null
  let usual: string | null = null
  /** A switch is under way: another one is refused, or a sale on the third terminal would record the wrong one. */
  let switching = false
  // Kept as a promise: the service may come up twice before the first counter is open, and two counters would share a
  // journal.
  let opening: Promise<Counter> | null = null

  async function terminalsOf(accountId: string) {
    const chosen = await options.chosen(accountId).read()
    const usual = named ?? chosen?.hsn ?? fallback
    return { usual, first: named ?? chosen?.now ?? usual }
  }

  async function openFor(accountId: string): Promise<Counter> {
    const terminals = await terminalsOf(accountId)
    usual = terminals.usual
    counter = await options.open(accountId, terminals.first)
    return counter
  }

  /** Forgets a failed attempt, so that the counter is opened again when the service next comes up. */
  function kept(attempt: Promise<Counter>): Promise<Counter> {
    attempt.catch(() => {
      if (opening === attempt) opening = null
    })
    return attempt
  }

  async function change(account: string, { sale, terminal }: Counter, hsn: string | null, lasting: boolean) {
    const next = hsn ?? (lasting ? fallback : usual)
    // Write first: a choice that was not written would be lost at the next start.
    const file = options.chosen(account)
    const before = await file.read()
    const kept = lasting ? hsn : (before?.hsn ?? null)
    const now = lasting || next === usual ? null : next
    await file.write(kept === null && now === null ? null : { hsn: kept, now })
    // A card may have been charged during the write: a refused choice must not apply after the next start either.
    if (!isFreeOfTerminal(sale.state())) {
      await file.write(before)
      return 'in_sale'
    }
    if (lasting) usual = next
    await terminal.use(next)
    return 'changed'
  }

  return {
    present: () => counter,
    usual: () => usual,
    first: async (accountId) => (await terminalsOf(accountId)).first,
    open(accountId) {
      account ??= accountId
      opening ??= kept(openFor(account))
      return opening
    },
    async use(hsn, lasting) {
      if (account === null || counter === null) return 'not_open'
      if (switching || !isFreeOfTerminal(counter.sale.state())) return 'in_sale'
      switching = true
      try {
        return await change(account, counter, hsn, lasting)
      } finally {
        switching = false
      }
    },
    async close() {
      const old = opening
      counter = null
      opening = null
      await (await old?.catch(() => null))?.stop()
    },
    async stop() {
      await (await opening?.catch(() => null))?.stop()
    },
  }
}

/** Whether no part of the sale runs on the terminal, or will be sent to it automatically. */
const isFreeOfTerminal = ({ kind }: SaleState): boolean =>
  kind === 'ready' || kind === 'declined' || kind === 'approved' || kind === 'stopped'
