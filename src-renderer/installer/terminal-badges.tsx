import { IconCheck, IconDeviceDesktop, IconPlugConnectedX, IconTestPipe } from '@tabler/icons-react'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { Badge } from '../components/badge.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useIsOwnTerminal } from './use-own-terminal.ts'

export function TerminalBadges({ terminal }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const isOwn = useIsOwnTerminal(terminal.hsn)
  return (
    <>
      {terminal.connected ? (
        <Badge tone="good" icon={<IconCheck size={22} aria-hidden />} label={t('terminals.connected')} />
      ) : terminal.waits_for_code ? null : (
        <Badge
          tone="bad"
          icon={<IconPlugConnectedX size={22} aria-hidden />}
          label={t('terminals.notConnected')}
        />
      )}
      {isOwn && (
        <Badge tone="accent" icon={<IconDeviceDesktop size={22} aria-hidden />} label={t('terminals.ours')} />
      )}
      {terminal.virtual && (
        <Badge tone="calm" icon={<IconTestPipe size={22} aria-hidden />} label={t('terminals.virtual')} />
      )}
    </>
  )
}
