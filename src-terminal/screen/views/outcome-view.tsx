import { formatMoney } from '../../../src-shared/money.ts'
import type { OutcomeScreen } from '../../screen-state.ts'
import { CheckIcon, CrossIcon } from '../parts/icons.tsx'

/** Unmistakable from across the counter: the whole screen is green or red. */
export function OutcomeView({ screen }: { readonly screen: OutcomeScreen }) {
  const { approved, message } = screen
  const title = approved ? 'Approved' : 'Declined'
  return (
    <div className={approved ? 'outcome approved' : 'outcome declined'}>
      <span className="outcome-mark">{approved ? <CheckIcon /> : <CrossIcon />}</span>
      <p className="outcome-title">{title}</p>
      <p className="outcome-amount">{formatMoney(screen.amount, screen.currency)}</p>
      {message === '' || message === title ? null : <p className="outcome-text">{message}</p>}
      {!approved ? <p className="outcome-text">You were not charged</p> : null}
      {screen.cardIn ? <p className="outcome-remove">Please remove your card</p> : null}
    </div>
  )
}
