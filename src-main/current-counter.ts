import { z } from 'zod'
import { hsnSchema } from '../src-shared/api/schemas/hsn.ts'
import type { SaleState } from '../src-shared/pos/sale/sale.ts'
import type { Counter } from './counter.ts'
import type { JsonFile } from './settings/json-file.ts'

/** Which terminal an account's counter charges on. */
export const chosenTerminalSchema = z
  .object({
    /** The one that an installer chose: what the counter comes back to. Null: nobody did. */
    hsn: hsnSchema.nullable(),
    /** The one that somebody at the counter charges on instead; null: on the usual one. */
    now: hsnSchema.nullable().default(null),
  })
  .nullable()
export type ChosenTerminal = JsonFile<z.output<typeof chosenTerminalSchema>>

/** Holds the one counter there is, and has it charge on another terminal. */
export interface CurrentCounter {
  /** Null until the account is known. */
  present(): Counter | null
  open(accountId: string): Promise<Counter>
  /** The terminal that the counter comes back to; null: the first that is found. */
  usual(): string | null
  /**
   * Charges on this terminal from now on, also after a restart; null: on the usual one.
   * @param lasting it becomes the usual one
   * While a card is being charged nothing changes: that payment would lose its terminal.
   */
  use(hsn: string | null, lasting: boolean): Promise<'changed' | 'in_sale' | 'not_open'>
  /** Nothing more is sold here: what was sold stays on the disk. */
  close(): Promise<void>
  stop(): Promise<void>
}

export function createCurrentCounter(options: {
  readonly chosen: (accountId: string) => ChosenTerminal
  /** What the environment names goes before what was chosen; `fallback` after it. */
  readonly named: string | null
  readonly fallback: string | null
  readonly open: (accountId: string, hsn: string | null) => Promise<Counter>
}): CurrentCounter {
  const { named, fallback } = options
  let account: string | null = null
  let counter: Counter | null = null
  let usual: string | null = null
  /** The one before is being given back: a sale that began on a third one would name the wrong terminal. */
  let switching = false
  // Kept as a promise: the service may come up twice before the first counter is open, and two would share a journal.
  let opening: Promise<Counter> | null = null

  async function openFor(accountId: string): Promise<Counter> {
    const chosen = await options.chosen(accountId).read()
    usual = named ?? chosen?.hsn ?? fallback
    counter = await options.open(accountId, named ?? chosen?.now ?? usual)
    return counter
  }

  /** One that could not be opened is opened anew when the service comes up again. */
  function kept(attempt: Promise<Counter>): Promise<Counter> {
    attempt.catch(() => {
      if (opening === attempt) opening = null
    })
    return attempt
  }

  async function change(account: string, { sale, terminal }: Counter, hsn: string | null, lasting: boolean) {
    const next = hsn ?? (lasting ? fallback : usual)
    // First: what could not be written down would be another terminal after the next start.
    const file = options.chosen(account)
    const before = await file.read()
    const kept = lasting ? hsn : (before?.hsn ?? null)
    const now = lasting || next === usual ? null : next
    await file.write(kept === null && now === null ? null : { hsn: kept, now })
    // A card may have been charged while it was written: what was refused is not to hold after the next start either.
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

/** Nothing of the sale is on the terminal, nor to be asked of it by itself. */
const isFreeOfTerminal = ({ kind }: SaleState): boolean =>
  kind === 'ready' || kind === 'declined' || kind === 'approved' || kind === 'stopped'
