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
  /** Counts the dialogs that were opened from the screen; one that opens from another dialog takes its place. */
  readonly opening: number
  /** The dialog that waits, invisible, for the person who typed into it. */
  readonly aside: { readonly name: DialogName; readonly opening: number } | null
}

/** The open dialog, at most one. While one is open, the screen's keys are disabled. */
export const useDialogStore = create<DialogStore>()(() => ({ open: null, opening: 0, aside: null }))

export const openDialog = (name: DialogName): void =>
  useDialogStore.setState(({ open, opening }) => ({
    open: name,
    opening: open === null ? opening + 1 : opening,
  }))
export const closeDialog = (): void => useDialogStore.setState({ open: null })

/** By `performance.now()`. */
let withdrawnAt = Number.NEGATIVE_INFINITY

/** Closes a question that no longer applies. Its answer may be on its way. */
export function withdrawDialog(): void {
  withdrawnAt = performance.now()
  closeDialog()
}

/** Whether a question was withdrawn within the last second. */
export const wasJustWithdrawn = (): boolean => performance.now() - withdrawnAt < 1_000

/** Dialogs worth keeping while the counter is locked: a person types into them. The others are asked again. */
const forms: readonly DialogName[] = [
  ...(['cart_discount', 'cart_hold', 'cart_line', 'cart_options', 'cart_price', 'confirm_action'] as const),
  ...(['customer', 'drawer', 'open_tab', 'parked_record', 'send_link', 'settings', 'tab'] as const),
]

/** Hides the open dialog with what was typed into it; closes one that is no form. */
export function putDialogAside(): void {
  const { open, opening } = useDialogStore.getState()
  if (open === null || open === 'confirm_close') return
  useDialogStore.setState({ open: null, aside: forms.includes(open) ? { name: open, opening } : null })
}

/** Shows the dialog again, unless another one is open. */
export function takeDialogBack(): void {
  const { open, aside } = useDialogStore.getState()
  const isShown = open === null && aside !== null
  useDialogStore.setState({ aside: null, ...(isShown && { open: aside.name, opening: aside.opening }) })
}

export const dropDialog = (): void => useDialogStore.setState({ aside: null })
