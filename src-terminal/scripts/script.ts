import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import { type CardWear, cardOf, type TestCard, withWear } from '../cards/test-cards.ts'
import type { Action } from '../device/actions.ts'
import type { DeviceCondition } from '../device/device-condition.ts'
import type { ClockError } from '../device/internal-clock.ts'
import type { Screen } from '../device/screen-state.ts'
import type { Behaviour } from './behaviour.ts'

/** What a scripted customer goes by: the behaviour with its blanks filled in. */
export interface Customer {
  /** The number of the card they pay with. */
  readonly card: string
  readonly wear: CardWear
  readonly entry: NonNullable<Behaviour['entry']>
  /** Cents, or a whole percent such as "20%". */
  readonly tip: NonNullable<Behaviour['tip']>
  /** What they type when they are asked for their PIN. */
  readonly pin: string
  /** What they pay with where a card offers both and the merchant wants none in particular. */
  readonly application: 'debit' | 'credit'
}

/** A script: what a customer does when they see a screen, and what is wrong with the terminal. One small file each. */
export interface Script {
  /** What this script does in one line, for people. */
  readonly summary: string
  readonly customer: Customer
  /** Hardware that differs from the full terminal. */
  readonly hardware?: Partial<DeviceCapabilities>
  readonly condition?: Partial<DeviceCondition>
  readonly clockError?: ClockError
  /** How long the customer takes for each step, ms; none without it. */
  readonly thinkMs?: number
  /** @returns null to do nothing. */
  answer(screen: Screen, customer: Customer): Action | null
}

/** What they hold in their hand. A tap by phone is one with the card's number in it; only a card without a chip may be swiped. */
export function plasticOf({ card, wear, entry }: Customer): TestCard {
  if (entry === 'phone') return withWear(cardOf(card), 'in a phone')
  return withWear(cardOf(card), entry === 'swipe' && wear === 'as new' ? 'no chip' : wear)
}
