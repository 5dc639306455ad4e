import { formatMoney } from '../../../src-shared/money.ts'
import { type Action, pressKey } from '../../device/actions.ts'

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
  return (
    <div className="ask">
      <div className="ask-text">
        <p className="label">Total</p>
        <p className="amount">{formatMoney(amount, currency)}</p>
        <p className="label">Is this right?</p>
      </div>
      <NoOrYes act={act} />
    </div>
  )
}

function NoOrYes({ act }: ConfirmProps) {
  return (
    <div className="two-buttons">
      <button type="button" className="touch" onClick={() => act(pressKey('red'))}>
        No
      </button>
      <button type="button" className="touch touch-main" onClick={() => act(pressKey('green'))}>
        Yes
      </button>
    </div>
  )
}
