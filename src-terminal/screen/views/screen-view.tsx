import { dateIn } from '../../../src-shared/language.ts'
import { assertNever } from '../../../src-shared/result.ts'
import type { Action } from '../../device/actions.ts'
import { OfflineIcon, PaperOutIcon, PrinterIcon, RemoveCardIcon } from '../parts/icons.tsx'
import type { TerminalView } from '../terminal-store.ts'
import { useOwnTime } from '../use-own-time.ts'
import { useWords, WordsContext } from '../use-words.ts'
import { ChooseApplicationView } from './choose-application-view.tsx'
import { ConfirmAmountView, ConfirmView } from './confirm-view.tsx'
import { InputView, PinView, TypingView } from './entry-views.tsx'
import { OutcomeView } from './outcome-view.tsx'
import { SignatureView } from './signature-view.tsx'
import { CustomTipView, TipView } from './tip-views.tsx'
import { WaitingForCardView } from './waiting-for-card-view.tsx'

interface ScreenViewProps {
  readonly view: TerminalView
  readonly ownTime: () => number
  readonly act: (action: Action) => void
}

/** The lit screen. Its content fades in only when the kind of screen changes. */
export function ScreenView({ view, ownTime, act }: ScreenViewProps) {
  const { kind } = view.screen
  return (
    <WordsContext.Provider value={view.words}>
      <div className={`display display-${kind}`} lang={view.words.language}>
        <StatusBar view={view} ownTime={ownTime} />
        <div className="display-content" key={kind}>
          <Content view={view} act={act} />
        </div>
      </div>
    </WordsContext.Provider>
  )
}

function StatusBar({ view, ownTime }: Pick<ScreenViewProps, 'view' | 'ownTime'>) {
  const now = useOwnTime(ownTime)
  const { language, t } = useWords()
  return (
    <div className="status-bar" aria-hidden="true">
      <span>{view.hsn}</span>
      <span>{dateIn(language, new Date(now), { hour: 'numeric', minute: '2-digit' })}</span>
      <span className={view.connected ? 'online' : 'not-online'}>
        {t(view.connected ? 'Online' : 'Offline')}
      </span>
    </div>
  )
}

function Content({ view: { screen }, act }: Omit<ScreenViewProps, 'ownTime'>) {
  const { t, tAny } = useWords()
  switch (screen.kind) {
    case 'starting':
      return <Starting />
    case 'offline':
      return <Notice icon={<OfflineIcon />} title={t('Offline')} text={tAny(screen.reason)} />
    case 'welcome':
      return (
        <div className="notice welcome">
          <p className="notice-title">{screen.merchantName}</p>
          <p className="notice-text">{t('Welcome')}</p>
        </div>
      )
    case 'message':
      return <p className="message">{tAny(screen.text)}</p>
    case 'confirm':
      return <ConfirmView prompt={screen.prompt} act={act} />
    case 'input':
      return <InputView screen={screen} act={act} />
    case 'tip':
      return <TipView screen={screen} act={act} />
    case 'custom_tip':
      return <CustomTipView screen={screen} />
    case 'confirm_amount':
      return <ConfirmAmountView amount={screen.amount} currency={screen.currency} act={act} />
    case 'waiting_for_card':
      return <WaitingForCardView screen={screen} act={act} />
    case 'reading_card':
      return <Busy title={t('Reading card')} text={t('Please do not remove it')} />
    case 'typing':
      return <TypingView screen={screen} />
    case 'choose_application':
      return <ChooseApplicationView screen={screen} act={act} />
    case 'pin':
      return <PinView digits={screen.digits} notice={screen.notice} />
    case 'processing':
      return <Busy title={t('Authorizing')} text={t('One moment, please')} />
    case 'wait':
      return <Busy title={t('One moment')} text="" />
    case 'outcome':
      return <OutcomeView screen={screen} />
    case 'remove_card':
      return <Notice icon={<RemoveCardIcon className="icon nudge" />} title={t('Remove card')} text="" />
    case 'signing':
      return <SignatureView screen={screen} act={act} />
    case 'printing':
      return <Notice icon={<PrinterIcon />} title={t('Printing')} text={t('Your receipt')} />
    case 'paper_out':
      return <Notice icon={<PaperOutIcon />} title={t('Out of paper')} text={t('Please put in a new roll')} />
    default:
      return assertNever(screen)
  }
}

interface NoticeProps {
  readonly icon: React.ReactNode
  readonly title: string
  readonly text: string
}

function Notice({ icon, title, text }: NoticeProps) {
  return (
    <div className="notice">
      {icon}
      <p className="notice-title">{title}</p>
      {text === '' ? null : <p className="notice-text">{text}</p>}
    </div>
  )
}

/** Lights up, like a device that was just switched on. */
function Starting() {
  const { t } = useWords()
  return (
    <div className="notice">
      <p className="notice-title starting-name">Countertop</p>
      <span className="starting-bar" aria-hidden="true" />
      <p className="notice-text">{t('Starting')}</p>
    </div>
  )
}

function Busy({ title, text }: { readonly title: string; readonly text: string }) {
  const dots = (
    <span className="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
  return <Notice icon={dots} title={title} text={text} />
}
