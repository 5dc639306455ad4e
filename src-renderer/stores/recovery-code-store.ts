import { create } from 'zustand'

/** A recovery code that was just made: it has the screen until somebody has written it down, and is kept nowhere. */
export const useRecoveryCodeStore = create<{ readonly code: string | null }>()(() => ({ code: null }))
export const showRecoveryCode = (code: string | null): void => useRecoveryCodeStore.setState({ code })
