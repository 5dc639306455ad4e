import { IconAlertTriangle } from '@tabler/icons-react'
import type { TerminalTrouble } from '../../src-shared/pos/installer-tools/fleet.ts'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { Badge } from '../components/badge.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'

interface TroubleBadgesProps {
  readonly terminal: Pick<TerminalListItem, 'clock'>
  readonly troubles: readonly TerminalTrouble[]
}

/** Problems of the terminal, except that it is not connected, which its state shows. */
export function TroubleBadges({ terminal: { clock }, troubles }: TroubleBadgesProps) {
  const { t } = useTranslation('staff')
  const dates = useDates()
  const minutes = Math.round(Math.abs(clock?.offset_ms ?? 0) / 60_000)
  const day = clock === null ? '' : dates.day(clock.set_at)
  return troubles
    .filter((trouble) => trouble !== 'offline')
    .map((trouble) => (
      <Badge
        key={trouble}
        tone="wait"
        icon={<IconAlertTriangle size={22} aria-hidden />}
        label={t(`fleet.trouble.${trouble}`, { minutes, day })}
      />
    ))
}
