import { useTranslation } from '../i18n/use-translation.ts'
import { start, useStartFailed } from '../start.ts'
import style from './boot-screen.module.css'
import { useReload } from './reload-page.ts'

/** Shown before the first snapshot from main. */
export function BootScreen() {
  const { t } = useTranslation()
  const failed = useStartFailed()
  return failed ? (
    <Message
      title={t('app.startFailed')}
      text={t('app.startFailedDetail')}
      action={{ label: t('app.tryAgain'), onPress: () => void start() }}
    />
  ) : (
    <main className={style.waiting}>
      <h1>{t('app.starting')}</h1>
    </main>
  )
}

export function BrokenScreen({ onDrawAgain }: { readonly onDrawAgain: () => void }) {
  const { t } = useTranslation()
  return (
    <Message
      title={t('app.screenFailed')}
      text={t('app.screenFailedDetail')}
      action={{ label: t('app.tryAgain'), onPress: onDrawAgain }}
    />
  )
}

interface ReloadScreenProps {
  readonly title: 'screenFailed' | 'notLoaded'
  readonly onDrawAgain: () => void
}

/** The screen would fail again, so this reloads the page; if main refuses, it shows the sale without that screen. */
export function ReloadScreen({ title, onDrawAgain }: ReloadScreenProps) {
  const { t } = useTranslation()
  const { refused, reload } = useReload()
  return (
    <Message
      title={t(`app.${title}`)}
      text={t(refused ? 'app.notReloadedDetail' : 'app.notLoadedDetail')}
      action={
        refused
          ? { label: t('app.backToSale'), onPress: onDrawAgain }
          : { label: t('app.loadAgain'), onPress: reload }
      }
    />
  )
}

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly action: { readonly label: string; readonly onPress: () => void }
}

/** Plain elements only, because the components may be what failed. */
function Message({ title, text, action }: MessageProps) {
  return (
    <main className={style.message}>
      <h1>{title}</h1>
      <p>{text}</p>
      <button type="button" onClick={action.onPress}>
        {action.label}
      </button>
    </main>
  )
}
