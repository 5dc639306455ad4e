import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import { type CardWear, cardOf, type TestCard, withWear } from '../cards/test-cards.ts'
import type { Action } from '../device/actions.ts'
import type { DeviceCondition } from '../device/device-condition.ts'
import type { ClockError } from '../device/internal-clock.ts'
import type { Screen } from '../device/screen-state.ts'
import type { Behaviour } from './behaviour.ts'

/** A scripted customer's data: the behaviour with its defaults. */
export interface Customer {
  /** Number of the card they pay with. */
  readonly card: string
  readonly wear: CardWear
  readonly entry: NonNullable<Behaviour['entry']>
  /** Cents, or a whole percentage such as "20%". */
  readonly tip: NonNullable<Behaviour['tip']>
  /** The PIN they type when asked. */
  readonly pin: string
  /** The application they choose if a card offers both and the merchant requests none. */
  readonly application: 'debit' | 'credit'
}

/** A script: the customer's reaction to each screen, and the terminal's faults. */
export interface Script {
  /** One line that describes the script to people. */
  readonly summary: string
  readonly customer: Customer
  /** Differences from the full terminal's hardware. */
  readonly hardware?: Partial<DeviceCapabilities>
  readonly condition?: Partial<DeviceCondition>
  readonly clockError?: ClockError
  /** How long the customer takes for each step, in ms. Default: none. */
  readonly thinkMs?: number
  /** @returns null to do nothing. */
  answer(screen: Screen, customer: Customer): Action | null
}

/** The presented card. A phone tap uses a card in a phone; a swipe of a new card uses one without a chip. */
export function plasticOf({ card, wear, entry }: Customer): TestCard {
  if (entry === 'phone') return withWear(cardOf(card), 'in a phone')
  return withWear(cardOf(card), entry === 'swipe' && wear === 'as new' ? 'no chip' : wear)
}
