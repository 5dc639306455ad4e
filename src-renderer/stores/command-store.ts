import { create } from 'zustand'
import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { askMain } from '../bridge.ts'
import { askForApproval, isApprovable, type Unapproved } from './approval-store.ts'

interface CommandStore {
  /** Commands that main has not answered yet; their buttons rest meanwhile. */
  readonly running: readonly PosCommandName[]
  /** Why main did not do the last thing asked, until the next one is asked. */
  readonly refusal: RefusalCode | null
  /** What was not there when something was to be charged: nothing was asked of main. */
  readonly away: 'service' | 'terminal' | null
}

export const useCommandStore = create<CommandStore>()(() => ({ running: [], refusal: null, away: null }))

export const clearRefusal = (): void => useCommandStore.setState({ refusal: null, away: null })

/**
 * Sends a command unless the same one is still unanswered, so that a double tap is one command.
 * @returns why main did not do it; null when it did.
 */
export async function run<Name extends PosCommandName>(
  name: Name,
  payload: PosCommandPayload<Name>,
): Promise<RefusalCode | null> {
  if (useCommandStore.getState().running.includes(name)) return null
  useCommandStore.setState(({ running }) => ({ running: [...running, name], refusal: null, away: null }))
  const result = await askMain(name, payload)
  useCommandStore.setState(({ running }) => ({
    running: running.filter((other) => other !== name),
    refusal: result.ok ? null : result.error.code,
  }))
  if (!result.ok && result.error.code === 'pin_needed' && isApprovable(name)) {
    clearRefusal()
    askForApproval({ name, payload } as Unapproved)
  }
  return result.ok ? null : result.error.code
}

/** For event handlers, which have no one to await them. */
export const send = <Name extends PosCommandName>(name: Name, payload: PosCommandPayload<Name>): void => {
  void run(name, payload)
}

export const useRunning = (name: PosCommandName): boolean =>
  useCommandStore(({ running }) => running.includes(name))
