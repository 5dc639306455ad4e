import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

interface Options {
  readonly counter: () => Pick<Snapshot, 'sale' | 'parked'>
  /** Cancels the command that the terminal runs. */
  readonly cancel: () => Promise<void>
  /** ms */
  readonly now: () => number
}

/**
 * Cancels a prompt that the previous run left on the terminal: a sale is parked before its prompt is cancelled, and the
 * run may have ended in between. Does so when the terminal first connects, unless the next sale has begun: that would
 * cancel its command.
 * @returns the listener for the terminal's status
 */
export function cancelLeftPrompt({ counter, cancel, now }: Options): (status: Snapshot['terminal']) => void {
  let isOver = false
  return (status) => {
    if (isOver || status.kind !== 'connected') return
    isOver = true
    const { sale, parked } = counter()
    if (sale.kind === 'ready' && parked.some((one) => mayPrompt(one, status.hsn, now()))) void cancel()
  }
}

const mayPrompt = ({ state }: ParkedSale, hsn: string, now: number): boolean =>
  state.kind === 'checking' &&
  state.sale.hsn === hsn &&
  !state.ended &&
  state.ends_at !== null &&
  Date.parse(state.ends_at) > now
