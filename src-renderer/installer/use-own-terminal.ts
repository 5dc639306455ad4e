import { isOwnTerminal } from '../../src-shared/pos/terminals/is-own-terminal.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Whether this counter charges on the terminal. */
export const useIsOwnTerminal = (hsn: string): boolean =>
  useSnapshot(({ terminal }) => isOwnTerminal(terminal, hsn))

/** When this counter's session on the terminal ends; null if there is none. */
export const useOwnSessionEnd = (hsn: string): string | null =>
  useSnapshot(({ terminal }) =>
    terminal.kind === 'connected' && isOwnTerminal(terminal, hsn) ? terminal.session_expires_at : null,
  )
