import { create } from 'zustand'
import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import type { RefusalCode } from '../../src-shared/pos/refusals.ts'
import { askMain } from '../bridge.ts'
import { askForApproval, isApprovable, type Unapproved } from './approval-store.ts'

interface CommandStore {
  /** Commands that main has not answered yet; their buttons are disabled. */
  readonly running: readonly PosCommandName[]
  /** Why main refused the last command; cleared by the next one. */
  readonly refusal: RefusalCode | null
  /** What was missing when the cashier tried to charge; no command was sent to main. */
  readonly away: 'service' | 'terminal' | null
  /** The last command that main did (name and payload as text) and when it answered, in ms of `performance.now()`. */
  readonly done: { readonly asked: string; readonly at: number } | null
}

/** An equal command within this time, in ms, is a repeated press: the page had not drawn the first one's effect yet. */
const sameWithinMs = 1_000

export const useCommandStore = create<CommandStore>()(() => ({
  running: [],
  refusal: null,
  away: null,
  done: null,
}))

export const clearRefusal = (): void => useCommandStore.setState({ refusal: null, away: null })

/**
 * Sends a command unless the same one is unanswered, so that a double tap is one command. A second tap after main's
 * answer is sent, since it may be intended, but if main refuses it as too late, the refusal is not shown.
 * @returns why main refused; null if it accepted.
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
    // The payload may contain a PIN.
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

/** For event handlers, which cannot await the answer. */
export const send = <Name extends PosCommandName>(name: Name, payload: PosCommandPayload<Name>): void => {
  void run(name, payload)
}

export const useRunning = (name: PosCommandName): boolean =>
  useCommandStore(({ running }) => running.includes(name))
