import type { ManagerAction } from '../../src-shared/pos/manager/manager.ts'

export interface GiveBack {
  /** The action's name: `actionOfReturn` of the request. */
  readonly id: string
  readonly intent_id: string
  readonly payment_id: string
  /** Cents. */
  readonly amount: number
  /** Whether it is all that the card paid: then voided where that is still possible. */
  readonly whole: boolean
  /** Whether it may only be voided, never refunded. */
  readonly void_only: boolean
  /** Refused unless exactly this had gone back of the payment before, in cents; null: not checked. */
  readonly given_back: number | null
  /** It is not known whether it was sent: it is looked up, and never begun. */
  readonly look_only: boolean
}

export interface GivenBack {
  /** `refused`: it certainly did not happen. `unresolved`: the service refuses to report it. */
  readonly end: 'done' | 'refused' | 'unresolved'
  readonly how: 'void' | 'refund' | null
  readonly detail: string
}

/** The action of a return at the counter has the name of its request, and is shown in the return. */
export const actionOfReturn = (request: string): string => `act_${request}`
export const isOfReturn = ({ id }: Pick<ManagerAction, 'id'>): boolean =>
  id.startsWith(actionOfReturn('ret_'))
