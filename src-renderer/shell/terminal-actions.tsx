import { IconDeviceDesktop, IconDeviceMobile, IconPlugConnected, IconSwitch3 } from '@tabler/icons-react'
import { ActionButton } from '../components/action-button.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { closeDialog, openDialog } from '../stores/dialog-store.ts'
import { goTo } from '../stores/place-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The actions that are possible for the terminal's current state. */
export function TerminalActions() {
  const { t } = useTranslation()
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const training = useSnapshot((snapshot) => snapshot.training)
  const isMissing = terminal === 'none' || terminal === 'not_owned'
  const again = t(isMissing ? 'terminal.lookAgain' : 'terminal.connect')
  const connecting = useRunning('terminal.connect') || terminal === 'connecting'
  return (
    <>
      {terminal !== 'connected' && (
        <ActionButton
          icon={<IconPlugConnected size={24} aria-hidden />}
          label={connecting ? t('terminal.state.connecting') : again}
          disabled={connecting}
          onPress={() => send('terminal.connect', { force: false })}
        />
      )}
      {terminal === 'in_use' && <TakeOverButton />}
      {isMissing && !training && (
        <ActionButton
          icon={<IconDeviceMobile size={24} aria-hidden />}
          label={t('terminal.pair')}
          onPress={() => {
            closeDialog()
            goTo('terminals')
          }}
        />
      )}
      {training && (
        <ActionButton
          icon={<IconDeviceDesktop size={24} aria-hidden />}
          label={t('terminal.showVirtual')}
          onPress={() => send('terminal.show_virtual', undefined)}
        />
      )}
    </>
  )
}

/** Force ends another counter's session, so it always asks for confirmation first. */
export function TakeOverButton() {
  const { t } = useTranslation()
  return (
    <ActionButton
      icon={<IconSwitch3 size={24} aria-hidden />}
      label={t('terminal.takeOver')}
      onPress={() => openDialog('take_over')}
    />
  )
}
