import { z } from 'zod'
import { hsnSchema } from '../src-shared/api/schemas/terminal.ts'
import type { Counter } from './counter.ts'
import type { JsonFile } from './settings/json-file.ts'

/** Which terminal somebody chose for an account's counter; null: nobody did. */
export const chosenTerminalSchema = z.object({ hsn: hsnSchema }).nullable()
export type ChosenTerminal = JsonFile<z.infer<typeof chosenTerminalSchema>>

/** Holds the one counter there is, and opens it anew on another terminal. */
export interface CurrentCounter {
  /** Null until the account is known, and while another terminal is taken. */
  present(): Counter | null
  open(accountId: string): Promise<Counter>
  /**
   * Charges on this terminal from now on, also after a restart; null: on the first that is found. A sale under way
   * would lose its terminal: then nothing changes.
   */
  use(hsn: string | null): Promise<'changed' | 'in_sale' | 'not_open'>
  stop(): Promise<void>
}

export function createCurrentCounter(options: {
  readonly chosen: (accountId: string) => ChosenTerminal
  /** What the environment names goes before what was chosen; `fallback` after it. */
  readonly named: string | null
  readonly fallback: string | null
  readonly open: (accountId: string, hsn: string | null) => Promise<Counter>
  /** The counter has left its terminal for this one; null: for the first that is found. */
  readonly onLeft: (hsn: string | null) => void
}): CurrentCounter {
  let account: string | null = null
  let counter: Counter | null = null
  // Kept as a promise: the service may come up twice before the first counter is open, and two would share a journal.
  let opening: Promise<Counter> | null = null

  async function openFor(accountId: string): Promise<Counter> {
    const chosen = await options.chosen(accountId).read()
    counter = await options.open(accountId, options.named ?? chosen?.hsn ?? options.fallback)
    return counter
  }

  /** Opens one in any case: a choice that could not be written down must not leave the POS without its counter. */
  async function reopen(accountId: string, old: Counter, choose: () => Promise<void>): Promise<Counter> {
    await old.stop()
    await choose()
    return openFor(accountId)
  }

  /** One that could not be opened is opened anew when the service comes up again. */
  function kept(attempt: Promise<Counter>): Promise<Counter> {
    attempt.catch(() => {
      if (opening === attempt) opening = null
    })
    return attempt
  }

  return {
    present: () => counter,
    open(accountId) {
      account ??= accountId
      opening ??= kept(openFor(account))
      return opening
    },
    async use(hsn) {
      const old = counter
      if (account === null || old === null) return 'not_open'
      if (old.sale.state().kind !== 'ready' || old.sale.bill() !== null) return 'in_sale'
      counter = null
      options.onLeft(hsn ?? options.fallback)
      // From here on the old one takes no sale; what it still holds is on the disk when it has stopped.
      const chosen = options.chosen(account)
      let notKept: unknown = null
      const choose = () =>
        chosen.write(hsn === null ? null : { hsn }).catch((error: unknown) => {
          notKept = error
        })
      opening = kept(reopen(account, old, choose))
      await opening
      if (notKept !== null) throw notKept
      return 'changed'
    },
    async stop() {
      await (await opening?.catch(() => null))?.stop()
    },
  }
}
