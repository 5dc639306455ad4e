import type { TerminalTrouble } from '../../src-shared/pos/installer-tools/fleet.ts'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { Capabilities } from './capabilities.tsx'
import { TerminalBadges } from './terminal-badges.tsx'
import style from './terminals.module.css'
import { showView } from './terminals-store.ts'
import { TroubleBadges } from './trouble-badges.tsx'
import { useOwnSessionEnd } from './use-own-terminal.ts'

interface TerminalCardProps {
  readonly terminal: TerminalListItem
  readonly troubles: readonly TerminalTrouble[]
}

/** One terminal of the list. The whole card is a button. */
export function TerminalCard({ terminal, troubles }: TerminalCardProps) {
  const { t } = useTranslation('staff')
  const use = useUseWords(terminal)
  return (
    <li>
      <button
        type="button"
        className={style.card}
        data-hsn={terminal.hsn}
        onClick={() => showView({ kind: 'terminal', hsn: terminal.hsn })}
      >
        <span className={style.name}>{terminal.name === '' ? terminal.hsn : terminal.name}</span>
        <span className={style.badges}>
          <TerminalBadges terminal={terminal} />
          <TroubleBadges terminal={terminal} troubles={troubles} />
        </span>
        <span className={style.soft}>
          {t('terminals.serial')} {terminal.hsn} · {use}
        </span>
        <Capabilities of={terminal.capabilities} />
      </button>
    </li>
  )
}

/** Who uses the terminal now; if it is not connected, when it was last seen. */
export function useUseWords(terminal: TerminalListItem): string {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const session = useSessionWords(terminal.hsn)
  const isInSession = useOwnSessionEnd(terminal.hsn) !== null
  const { connected, linked_at, waits_for_code, held_by } = terminal
  if (!connected && linked_at !== null) return t('fleet.lastSeen', { moment: dates.moment(linked_at) })
  if (waits_for_code) return t('fleet.neverSeen')
  if (isInSession || held_by === null) return session
  if (held_by === 'nobody') return t('fleet.free')
  return t('fleet.heldBy', {
    name: held_by.name ?? t('fleet.somebody'),
    time: dates.time(held_by.since),
  })
}

/** Whether this counter has a session on the terminal, and until when. */
export function useSessionWords(hsn: string): string {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const until = useOwnSessionEnd(hsn)
  return until === null ? t('terminals.noSession') : t('terminals.session', { time: dates.time(until) })
}
