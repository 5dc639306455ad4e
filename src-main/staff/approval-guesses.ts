import type { PinOwner } from './pin-checks.ts'

/** One wrong try is forgiven each time this long has passed, in ms. */
const forgivenAfterMs = 3_600_000

/** Counts the wrong guesses at PINs that approve. Only time and an owner's PIN lower the count. */
export interface ApprovalGuesses {
  count(): number
  keep(count: number): Promise<void>
  owner(): Omit<PinOwner, 'candidates'>
}

/** @param options.elapsed a monotonic clock, in ms */
export function createApprovalGuesses(options: {
  readonly elapsed: () => number
  readonly present: () => number
  readonly keep: (count: number) => Promise<void>
}): ApprovalGuesses {
  const { elapsed } = options
  let since = elapsed()
  const forgiven = () => Math.floor((elapsed() - since) / forgivenAfterMs)
  const count = () => Math.max(0, options.present() - forgiven())
  async function keep(next: number): Promise<void> {
    since += forgiven() * forgivenAfterMs
    await options.keep(next)
  }
  return { count, keep, owner: () => ({ key: 'approval', wrong: count(), keep }) }
}
