import './dialogs.css'
import { assertNever } from '../../src-shared/result.ts'
import type { DialogName } from '../stores/dialog-store.ts'
import { ConfirmCancelDialog } from './confirm-cancel-dialog.tsx'
import { LanguageDialog } from './language-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'
import { TerminalDialog } from './terminal-dialog.tsx'

export function Dialogs({ open }: { readonly open: DialogName }) {
  switch (open) {
    case 'confirm_cancel':
      return <ConfirmCancelDialog />
    case 'language':
      return <LanguageDialog />
    case 'settings':
      return <SettingsDialog />
    case 'shortcuts':
      return <ShortcutsDialog />
    case 'take_over':
      return <TakeOverDialog />
    case 'terminal':
      return <TerminalDialog />
    default:
      return assertNever(open)
  }
}
