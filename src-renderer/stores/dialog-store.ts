import { create } from 'zustand'

export type DialogName =
  | 'approve_command'
  | 'cart_age'
  | 'cart_approve'
  | 'cart_discount'
  | 'cart_held'
  | 'cart_hold'
  | 'cart_line'
  | 'cart_options'
  | 'cart_price'
  | 'confirm_action'
  | 'confirm_cancel'
  | 'confirm_charge'
  | 'confirm_close'
  | 'confirm_undo'
  | 'customer'
  | 'drawer'
  | 'exchange'
  | 'gift_card'
  | 'give_up_link'
  | 'language'
  | 'leave_bill'
  | 'link_code'
  | 'open_tab'
  | 'parked_record'
  | 'send_link'
  | 'settings'
  | 'shortcuts'
  | 'tab'
  | 'tabs'
  | 'take_over'
  | 'terminal'

interface DialogStore {
  readonly open: DialogName | null
}

/** The open dialog, at most one. While one is open, the screen's keys are disabled. */
export const useDialogStore = create<DialogStore>()(() => ({ open: null }))

export const openDialog = (name: DialogName): void => useDialogStore.setState({ open: name })
export const closeDialog = (): void => useDialogStore.setState({ open: null })
