import { create } from 'zustand'
import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { openDialog } from './dialog-store.ts'

/** Commands that another person's PIN can approve (`orApproved` in their rows, which the page does not load). */
export const approvableCommands = [
  'sale.decide',
  'bill.undo',
  'gift_cards.block',
  'parked.decide',
  'parked.record',
] as const
type Approvable = (typeof approvableCommands)[number]

/** A command that was refused until a manager approves it. */
export type Unapproved = {
  readonly [Name in Approvable]: { readonly name: Name; readonly payload: PosCommandPayload<Name> }
}[Approvable]

export const useApprovalStore = create<{ readonly asked: Unapproved | null }>()(() => ({ asked: null }))

export const isApprovable = (name: PosCommandName): name is Approvable =>
  approvableCommands.some((one) => one === name)

export function askForApproval(asked: Unapproved): void {
  useApprovalStore.setState({ asked })
  openDialog('approve_command')
}
