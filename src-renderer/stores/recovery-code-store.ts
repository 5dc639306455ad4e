import { create } from 'zustand'

/** A new recovery code. It fills the screen until a person has written it down, and is stored nowhere. */
export const useRecoveryCodeStore = create<{ readonly code: string | null }>()(() => ({ code: null }))

export const isCodeShown = (): boolean => useRecoveryCodeStore.getState().code !== null
