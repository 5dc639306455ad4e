import {
  IconAlertTriangle,
  IconDeviceMobile,
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconReceipt,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { withCode } from '../components/not-loaded.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import { areaOf, goTo, goToSignIn, type StaffPlace, usePlaceStore } from '../stores/place-store.ts'
import { isAtRest, useSnapshot } from '../stores/snapshot-store.ts'
import { otherScheme, useScheme } from './color-scheme.ts'
import { TerminalPill } from './terminal-pill.tsx'
import style from './top-bar.module.css'

/** Always visible: the merchant, whether money is real, and the terminal's state. */
export function TopBar() {
  const { t } = useTranslation()
  const merchant = useSnapshot((snapshot) => snapshot.merchant_name)
  const realMoney = useSnapshot((snapshot) => snapshot.real_money)
  const language = useSnapshot((snapshot) => snapshot.settings.language)
  const scheme = useScheme(useSnapshot((snapshot) => snapshot.settings.color_scheme))
  const switchScheme = () => send('settings.update', { color_scheme: otherScheme(scheme) })
  useKeys({
    f1: () => openDialog('shortcuts'),
    f4: switchScheme,
    f6: () => goTo('payments'),
    f7: () => goTo('terminals'),
  })
  return (
    <header className={style.bar}>
      <p className={style.merchant}>{merchant === '' ? t('app.name') : merchant}</p>
      <div className={style.status}>
        {realMoney !== null && (
          <span
            className={realMoney ? style.live : style.training}
            title={t(realMoney ? 'app.liveHint' : 'app.trainingHint')}
          >
            {t(realMoney ? 'app.live' : 'app.training')}
          </span>
        )}
        <Attention />
        <TerminalPill />
      </div>
      <div className={style.tools}>
        <WhoIsHere />
        <Way place="payments">
          <IconReceipt aria-hidden />
        </Way>
        <Way place="terminals">
          <IconDeviceMobile aria-hidden />
        </Way>
        <Tool
          label={t(scheme === 'light' ? 'settings.toDark' : 'settings.toLight')}
          onPress={switchScheme}
          wideOnly
        >
          {scheme === 'light' ? <IconMoon aria-hidden /> : <IconSun aria-hidden />}
        </Tool>
        <Tool label={t('settings.language')} onPress={() => openDialog('language')}>
          <IconLanguage aria-hidden />
          <span className={style.code}>{language.toUpperCase()}</span>
        </Tool>
        <Tool label={t('shortcuts.open')} onPress={() => openDialog('shortcuts')} keyboardOnly>
          <IconKeyboard aria-hidden />
        </Tool>
        <Tool label={t('settings.open')} onPress={() => openDialog('settings')}>
          <IconSettings aria-hidden />
        </Tool>
      </div>
    </header>
  )
}

/** A problem that will stop sales unless it is fixed. A press opens the page that explains it. */
function Attention() {
  const { t } = useTranslation()
  const [first] = useSnapshot((snapshot) => snapshot.attention)
  const ready = useSnapshot(isAtRest)
  if (first === undefined) return null
  const open = () =>
    withCode(import('../installer/terminals-store.ts'), ({ showView }) => {
      goTo('terminals')
      showView({ kind: 'health' })
    })
  return (
    <button
      type="button"
      className={style.attention}
      title={t(`attention.${first}`)}
      aria-label={t(`attention.${first}`)}
      disabled={!ready}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => void open()}
    >
      <IconAlertTriangle aria-hidden />
    </button>
  )
}

/** The person who is signed in. A press opens the sign-in page. */
function WhoIsHere() {
  const { t } = useTranslation()
  const name = useSnapshot(({ staff }) => staff.people?.present?.name)
  const ready = useSnapshot(isAtRest)
  if (name === undefined) return null
  return (
    <button
      type="button"
      className={`${style.tool} ${style.person}`}
      aria-label={t('staff.person', { name })}
      title={t('staff.person', { name })}
      disabled={!ready}
      onPointerDown={(event) => event.preventDefault()}
      onClick={goToSignIn}
    >
      <IconUser aria-hidden />
      <span className={style.wayWords}>{name}</span>
    </button>
  )
}

interface ToolProps {
  readonly label: string
  readonly onPress: () => void
  readonly children: ReactNode
  /** Hidden on touch-only screens. */
  readonly keyboardOnly?: boolean
  /** Hidden on narrow screens, which show only the settings. */
  readonly wideOnly?: boolean
}

function Tool({ label, onPress, children, keyboardOnly = false, wideOnly = false }: ToolProps) {
  return (
    <button
      type="button"
      className={`${style.tool} ${keyboardOnly ? style.keyboardOnly : ''} ${wideOnly ? style.wideOnly : ''}`}
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

interface WayProps {
  readonly place: StaffPlace
  readonly children: ReactNode
}

/** Opens a page behind a PIN. Disabled during a sale, which uses the whole screen. */
function Way({ place, children }: WayProps) {
  const { t } = useTranslation()
  const at = usePlaceStore((state) => state.place)
  const isBehindIt = areaOf(at) === areaOf(place)
  const ready = useSnapshot(isAtRest)
  const words = t(`staff.${place}`)
  return (
    <button
      type="button"
      className={`${style.tool} ${isBehindIt ? style.here : ''}`}
      aria-label={words}
      aria-current={at === place ? 'page' : isBehindIt}
      title={ready ? words : t('staff.notNow')}
      disabled={!ready}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => goTo(place)}
    >
      {children}
      <span className={style.wayWords}>{words}</span>
    </button>
  )
}
