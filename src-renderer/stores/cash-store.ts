import { create } from 'zustand'

/** Whether the cashier is taking cash: nothing has been paid by it yet. */
export const useCashStore = create<{ readonly open: boolean }>()(() => ({ open: false }))

export const openCash = (): void => useCashStore.setState({ open: true })
export const closeCash = (): void => useCashStore.setState({ open: false })
