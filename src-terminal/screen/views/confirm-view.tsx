import { type Action, pressKey } from '../../device/actions.ts'
import { useWords } from '../use-words.ts'

interface ConfirmProps {
  readonly act: (action: Action) => void
}

export function ConfirmView({ prompt, act }: ConfirmProps & { readonly prompt: string }) {
  return (
    <div className="ask">
      <p className="ask-text">{prompt}</p>
      <NoOrYes act={act} />
    </div>
  )
}

export function ConfirmAmountView({
  amount,
  currency,
  act,
}: ConfirmProps & { readonly amount: number; readonly currency: string }) {
  const { t, money } = useWords()
  return (
    <div className="ask">
      <div className="ask-text">
        <p className="label">{t('Total')}</p>
        <p className="amount">{money(amount, currency)}</p>
        <p className="label">{t('Is this right?')}</p>
      </div>
      <NoOrYes act={act} />
    </div>
  )
}

function NoOrYes({ act }: ConfirmProps) {
  const { t } = useWords()
  return (
    <div className="two-buttons">
      <button type="button" className="touch" onClick={() => act(pressKey('red'))}>
        {t('No')}
      </button>
      <button type="button" className="touch touch-main" onClick={() => act(pressKey('green'))}>
        {t('Yes')}
      </button>
    </div>
  )
}
