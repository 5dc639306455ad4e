import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'

interface Options {
  readonly counter: () => Pick<Snapshot, 'sale' | 'parked'>
  /** Has the terminal stop what it runs. */
  readonly cancel: () => Promise<void>
  /** ms */
  readonly now: () => number
}

/**
 * A sale is parked first, and its prompt cancelled then: where the run before ended in between, the prompt still stands.
 * It is cancelled when the terminal is first reached, unless the next sale has begun, whose command it would stop.
 * @returns what follows the terminal's status
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
