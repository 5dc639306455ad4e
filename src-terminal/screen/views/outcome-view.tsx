import { formatMoney } from '../../../src-shared/money.ts'
import { outcomeDetail, outcomeTitle } from '../../device/describe-screen.ts'
import type { OutcomeScreen } from '../../device/screen-state.ts'
import { CheckIcon, CrossIcon } from '../parts/icons.tsx'

/** Unmistakable from across the counter: the whole screen is green or red. */
export function OutcomeView({ screen }: { readonly screen: OutcomeScreen }) {
  const { approved } = screen
  return (
    <div className={approved ? 'outcome approved' : 'outcome declined'}>
      <span className="outcome-mark">{approved ? <CheckIcon /> : <CrossIcon />}</span>
      <p className="outcome-title">{outcomeTitle(screen)}</p>
      <p className="outcome-amount">{formatMoney(screen.amount, screen.currency)}</p>
      {outcomeDetail(screen).map((detail) => (
        <p key={detail} className="outcome-text">
          {detail}
        </p>
      ))}
      {!approved ? <p className="outcome-text">You were not charged</p> : null}
      {screen.cardIn ? <p className="outcome-remove">Please remove your card</p> : null}
    </div>
  )
}
