import type { ManagerActions } from '../manager/actions.ts'

/** Gives money back to cards. */
export interface CardReturns {
  readonly giveBack: ManagerActions['giveBack']
  readonly paymentNow: ManagerActions['paymentNow']
  dismiss(asked: { readonly action_id: string }): Promise<unknown>
}
