import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { StateDot } from './state-dot.tsx'
import style from './terminal-pill.module.css'

/** The terminal's name, or its serial number if it has none. */
export const terminalName = (terminal: TerminalStatus): string =>
  terminal.kind === 'none' ? '' : terminal.name === '' ? terminal.hsn : terminal.name

/** The terminal's state as a dot and as text. A press opens the possible actions. */
export function TerminalPill() {
  const { t } = useTranslation()
  const terminal = useSnapshot((snapshot) => snapshot.terminal)
  // Before the service has started it is not known whether there is a terminal.
  const unknown = useSnapshot(({ service }) => service.kind === 'starting') && terminal.kind === 'none'
  const shown = unknown ? 'connecting' : terminal.kind
  const name = terminalName(terminal)
  return (
    <div className={style.status} role="status" aria-label={t('terminal.label')}>
      <button
        type="button"
        className={style.pill}
        data-terminal={terminal.kind}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => openDialog('terminal')}
      >
        <StateDot state={shown} />
        {name !== '' && <span className={style.name}>{name}</span>}
        <span className={style.state}>{t(`terminal.state.${shown}`)}</span>
      </button>
    </div>
  )
}
