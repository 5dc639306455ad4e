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
  /** What main did last, name and payload as text, and when it said so; `at` in ms of `performance.now()`. */
  readonly done: { readonly asked: string; readonly at: number } | null
}

/** A press so soon after is the same one again: the page had not drawn yet what the first one did; ms. */
const sameWithinMs = 1_000

export const useCommandStore = create<CommandStore>()(() => ({
  running: [],
  refusal: null,
  away: null,
  done: null,
}))

export const clearRefusal = (): void => useCommandStore.setState({ refusal: null, away: null })

/**
 * Sends a command unless the same one is still unanswered, so that a double tap is one command. The second tap of one
 * that main has just done is sent, since it may be meant, but where it comes too late nobody is told that it was not done.
 * @returns why main did not do it; null when it did.
 */
export async function run<Name extends PosCommandName>(
  name: Name,
  payload: PosCommandPayload<Name>,
): Promise<RefusalCode | null> {
  if (useCommandStore.getState().running.includes(name)) return null
  useCommandStore.setState(({ running }) => ({ running: [...running, name], refusal: null, away: null }))
  const asked = JSON.stringify([name, payload])
  const { done } = useCommandStore.getState()
  const isAgain = done?.asked === asked && performance.now() - done.at < sameWithinMs
  const result = await askMain(name, payload)
  const at = performance.now()
  useCommandStore.setState(({ running }) => ({
    running: running.filter((other) => other !== name),
    refusal: result.ok || (isAgain && result.error.code === 'not_now') ? null : result.error.code,
    ...(result.ok ? { done: { asked, at } } : {}),
  }))
  if (result.ok) {
    // A PIN may be in it.
    setTimeout(
      () => useCommandStore.setState((now) => (now.done?.at === at ? { done: null } : {})),
      sameWithinMs,
    )
  }
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
