import type { PinOwner } from './pin-checks.ts'

/** Each time so long has passed, one wrong try is forgiven. */
const forgivenAfterMs = 3_600_000

/** How often somebody guessed at the PINs that approve. Only time and an owner's PIN lower it. */
export interface ApprovalGuesses {
  count(): number
  keep(count: number): Promise<void>
  owner(): Omit<PinOwner, 'candidates'>
}

/** @param options.elapsed milliseconds that only go forward, whatever somebody sets the clock to. */
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
