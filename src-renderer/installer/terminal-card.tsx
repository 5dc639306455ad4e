import { useTranslation } from 'react-i18next'
import type { TerminalListItem } from '../../src-shared/pos/installer.ts'
import { useDates } from '../i18n/use-dates.ts'
import { Capabilities } from './capabilities.tsx'
import { TerminalBadges } from './terminal-badges.tsx'
import style from './terminals.module.css'
import { showView } from './terminals-store.ts'

/** One terminal of the list, the whole card to be pressed. */
export function TerminalCard({ terminal }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const session = useSessionWords(terminal)
  return (
    <li>
      <button
        type="button"
        className={style.card}
        data-hsn={terminal.hsn}
        onClick={() => showView({ kind: 'terminal', hsn: terminal.hsn })}
      >
        <span className={style.name}>{terminal.name === '' ? terminal.hsn : terminal.name}</span>
        <TerminalBadges terminal={terminal} />
        <span className={style.soft}>
          {t('terminals.serial')} {terminal.hsn} · {session}
        </span>
        <Capabilities of={terminal.capabilities} />
      </button>
    </li>
  )
}

/** Whether this counter has a session on it, and until when. */
export function useSessionWords({ session_expires_at: until }: TerminalListItem): string {
  const { t } = useTranslation('staff')
  const dates = useDates()
  return until === null ? t('terminals.noSession') : t('terminals.session', { time: dates.time(until) })
}
