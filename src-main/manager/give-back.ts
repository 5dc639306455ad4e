import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'

export interface GiveBack {
  /** Its name: `actionOfReturn` of what asks for it. */
  readonly id: string
  readonly intent_id: string
  readonly payment_id: string
  /** Cents. */
  readonly amount: number
  /** It is all that the card paid: voided where that is still possible. */
  readonly whole: boolean
  /** It is voided or not given back at all. */
  readonly void_only: boolean
  /** Refused unless so much had gone back of the payment before, cents; null: whatever that is. */
  readonly given_back: number | null
  /** Whether it was sent is not known any more: it is looked up, and never begun. */
  readonly look_only: boolean
}

export interface GivenBack {
  /** `refused`: it certainly did not happen. `unresolved`: the service refuses to report it. */
  readonly end: 'done' | 'refused' | 'unresolved'
  readonly how: 'void' | 'refund' | null
  readonly detail: string
}

/** What a return at the counter asks for is named after it, and shown there. */
export const actionOfReturn = (request: string): string => `act_${request}`
export const isOfReturn = ({ id }: Pick<ManagerAction, 'id'>): boolean =>
  id.startsWith(actionOfReturn('ret_'))
