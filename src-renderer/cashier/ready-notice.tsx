import { IconSwitch3 } from '@tabler/icons-react'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { TerminalActions } from '../shell/terminal-actions.tsx'
import { useHolder } from '../shell/use-holder.ts'
import { send } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './ready-screen.module.css'

/** Shows what prevents the next charge; if nothing does, explains to a newcomer how to start. */
export function ReadyNotice({ untouched }: { readonly untouched: boolean }) {
  const { t } = useTranslation()
  const status = useSnapshot((snapshot) => snapshot.service)
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const training = useSnapshot((snapshot) => snapshot.training)
  const holder = useHolder()
  if (status.kind === 'starting') {
    const what = status.updating ? 'updating' : 'starting'
    return <Notice tone="calm" title={t(`service.${what}.title`)} text={t(`service.${what}.text`)} />
  }
  // The bar above every screen shows why charging is impossible; the terminal is not the cause.
  if (status.kind !== 'ready') return null
  switch (terminal) {
    case 'connecting':
      return (
        <Notice
          tone="calm"
          title={t('terminal.notice.connecting.title')}
          text={t('terminal.notice.connecting.text')}
        />
      )
    case 'none':
      return (
        <Notice
          tone="calm"
          title={t('terminal.notice.none.title')}
          text={t(training ? 'terminal.notice.none.training' : 'terminal.notice.none.text')}
        >
          <TerminalActions />
        </Notice>
      )
    case 'in_use':
      return (
        <Notice
          tone="wait"
          title={t('terminal.notice.in_use.title')}
          text={[holder, t('terminal.notice.in_use.text')].filter(Boolean).join(' ')}
        >
          <TerminalActions />
        </Notice>
      )
    case 'offline':
      return (
        <Notice
          tone="wait"
          title={t('terminal.notice.offline.title')}
          text={t('terminal.notice.offline.text')}
        >
          <TerminalActions />
        </Notice>
      )
    // Checking the cable does not help here.
    case 'not_owned':
      return (
        <div className={style.short} data-notice="not_owned">
          <Notice
            tone="wait"
            title={t('terminal.notice.not_owned.title')}
            text={t('terminal.notice.not_owned.text')}
          >
            <ActionButton
              icon={<IconSwitch3 size={24} aria-hidden />}
              label={t('terminal.choices.title')}
              onPress={() => openDialog('terminal')}
            />
            <TerminalActions />
          </Notice>
        </div>
      )
    case 'connected':
      return training ? (
        <div className={untouched ? style.begin : style.kept}>
          <Notice tone="calm" title={t('ready.firstTitle')} text={t('ready.firstText')}>
            <ActionButton
              label={t('terminal.showVirtual')}
              onPress={() => send('terminal.show_virtual', undefined)}
            />
          </Notice>
        </div>
      ) : null
  }
}
