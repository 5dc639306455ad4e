import type { SaleStateKind } from '../../../src-shared/pos/sale/sale.ts'
import { createRandom } from '../support/random.ts'

/** Every fault that can occur during a sale. */
export const faults = [
  'kill_pos',
  'kill_service',
  'kill_terminal',
  'cut_pos_line',
  'cut_terminal_line',
  'refuse_pos',
  'refuse_terminal',
  'lose_answers',
  'slow_pos_line',
  'slow_terminal_line',
  'force_by_another',
  'advance_clock',
  'cancel',
  'cancel',
  'double_charge',
] as const
export type Fault = (typeof faults)[number]

/** A fault, `afterMs` after the sale has reached a state. */
export interface PlannedFault {
  readonly at: SaleStateKind
  readonly afterMs: number
  readonly fault: Fault
}

const rests = ['cash', 'undo', 'leave'] as const
export type Rest = (typeof rests)[number]

/** The plan of one sale; the faults decide its outcome. */
export interface SalePlan {
  readonly number: number
  /** In cents. Some amounts choose the sandbox's outcome: a decline, or a partial approval. */
  readonly amount: number
  readonly entry: 'card' | 'manual'
  readonly script: string
  readonly faults: readonly PlannedFault[]
  /** Whether a declined card is tried once more. */
  readonly retry: boolean
  readonly onDeciding: 'keep' | 'void'
  /**
   * What happens to the rest after a partial approval: the customer pays it in cash, gets everything back, or it is
   * left to a manager.
   */
  readonly rest: Rest
  /** Whether the counter is killed while the rest is handled. */
  readonly killedAtRest: boolean
}

const scripts = [
  'approve',
  'approve',
  'approve',
  'tip_20',
  'no_signature',
  'customer_cancels',
  'drops_link',
  'decline',
]
const moments: readonly SaleStateKind[] = [
  'creating',
  'choosing_tip',
  'adding_tip',
  'authorizing',
  'authorizing',
  'authorizing',
  'checking',
  'declined',
  'deciding',
  'voiding',
  'signing',
  'approved',
  'stopped',
]
const declinedAmounts = [111_600, 105_000, 120_000]
const partialAmount = 600_000
/** Maximum duration of an authorization at the sandbox's bank, in ms. */
const longestMs = 700

/** Returns the same plans for the same seed. */
export function planSales(seed: number, count: number): readonly SalePlan[] {
  const random = createRandom(seed)
  const randomOfRests = createRandom(seed + 2)
  const below = (limit: number, from = random) => Math.floor(from() * limit)
  const pick = <Item>(items: readonly Item[], from = random): Item => {
    const item = items[below(items.length, from)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return Array.from({ length: count }, (_, number): SalePlan => {
    const kind = random()
    const amount = kind < 0.1 ? pick(declinedAmounts) : kind < 0.15 ? partialAmount : 100 + below(20_000)
    // A third of the sales have no faults: sales after a fault must work as before.
    const troubles = random() < 0.33 ? 0 : 1 + below(3)
    return {
      number,
      amount,
      entry: random() < 0.15 ? 'manual' : 'card',
      script: pick(scripts),
      faults: Array.from({ length: troubles }, () => ({
        at: pick(moments),
        afterMs: below(longestMs),
        fault: pick(faults),
      })),
      retry: random() < 0.4,
      onDeciding: random() < 0.5 ? 'keep' : 'void',
      rest: pick(rests, randomOfRests),
      killedAtRest: randomOfRests() < 0.3,
    }
  })
}
