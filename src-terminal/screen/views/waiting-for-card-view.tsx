import { type Action, pressKey } from '../../device/actions.ts'
import { waysToPay } from '../../device/describe-screen.ts'
import type { WaitingForCardScreen } from '../../device/screen-state.ts'
import { ContactlessIcon, InsertIcon, SwipeIcon } from '../parts/icons.tsx'
import { useWords } from '../use-words.ts'

interface WaitingForCardViewProps {
  readonly screen: WaitingForCardScreen
  readonly act: (action: Action) => void
}

export function WaitingForCardView({ screen, act }: WaitingForCardViewProps) {
  const words = useWords()
  const { t, money } = words
  return (
    <div className="ask">
      <div className="ask-text">
        {screen.amount === null ? null : <p className="amount">{money(screen.amount, screen.currency)}</p>}
        <div className="ways-shown">
          {screen.insert ? <InsertIcon /> : null}
          {screen.tap ? <ContactlessIcon /> : null}
          {screen.swipe ? <SwipeIcon /> : null}
        </div>
        <p className="ways-text">{waysToPay(screen, words)}</p>
        {screen.notice === '' ? null : <p className="mistake">{t(screen.notice)}</p>}
      </div>
      <div className="two-buttons">
        <button type="button" className="touch touch-quiet" onClick={() => act(pressKey('red'))}>
          {t('Cancel')}
        </button>
        <button type="button" className="touch touch-quiet" onClick={() => act({ kind: 'enter_by_hand' })}>
          {t('Enter number')}
        </button>
      </div>
    </div>
  )
}
