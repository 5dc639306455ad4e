import { outcomeDetail, outcomeTitle } from '../../device/describe-screen.ts'
import type { OutcomeScreen } from '../../device/screen-state.ts'
import { CheckIcon, CrossIcon } from '../parts/icons.tsx'
import { useWords } from '../use-words.ts'

/** Recognisable from across the counter: the whole screen is green or red. */
export function OutcomeView({ screen }: { readonly screen: OutcomeScreen }) {
  const { approved } = screen
  const words = useWords()
  const { t, money } = words
  return (
    <div className={approved ? 'outcome approved' : 'outcome declined'}>
      <span className="outcome-mark">{approved ? <CheckIcon /> : <CrossIcon />}</span>
      <p className="outcome-title">{outcomeTitle(screen, words)}</p>
      <p className="outcome-amount">{money(screen.amount, screen.currency)}</p>
      {outcomeDetail(screen, words).map((detail) => (
        <p key={detail} className="outcome-text">
          {detail}
        </p>
      ))}
      {!approved ? <p className="outcome-text">{t('You were not charged')}</p> : null}
      {screen.cardIn ? <p className="outcome-remove">{t('Please remove your card')}</p> : null}
    </div>
  )
}
