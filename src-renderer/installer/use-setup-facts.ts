import type { SetupFacts } from '../../src-shared/pos/installer-tools/setup.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The facts of this counter that determine the assistant's steps. */
export function useSetupFacts(): SetupFacts {
  const status = useSnapshot((snapshot) => snapshot.service.kind)
  const real_money = useSnapshot((snapshot) => snapshot.real_money)
  const terminal = useSnapshot((snapshot) => snapshot.terminal)
  return {
    service: { status, real_money },
    terminal: { status: terminal.kind, hsn: terminal.kind === 'none' ? null : terminal.hsn },
  }
}
